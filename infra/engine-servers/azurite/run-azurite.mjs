// Plain JavaScript, because it is installed into the cache without our types. Usage: run-azurite.mjs [FLAG of azurite-blob...]. Runs one server while
// standard input is open.
import environment from 'azurite/dist/src/blob/BlobEnvironment.js';
import factory from 'azurite/dist/src/blob/BlobServerFactory.js';
import telemetry from 'azurite/dist/src/common/Telemetry.js';
import { saveBeforeReply } from './save-before-reply.ts';

const env = new environment.default();
telemetry.AzuriteTelemetryClient.init(await env.location(), !env.disableTelemetry(), env);
const server = await new factory.BlobServerFactory().createServer(env);
if (!env.inMemoryPersistence()) saveBeforeReply(server.httpServer, [server.metadataStore.db, server.extentMetadataStore.db]);

const end = async () => {
  await server.close();
  process.exit(0);
};
process.once('SIGTERM', end);
process.stdin.once('end', end).resume();
await server.start();
console.log(`listening on ${server.getHttpServerAddress()}`);
