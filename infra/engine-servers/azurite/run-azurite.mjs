// Plain JavaScript on purpose: it is installed with its package into the cache, where no types of ours are.
// Usage: run-azurite.mjs [FLAG of azurite-blob...]. One server, for as long as standard input stays open.
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
