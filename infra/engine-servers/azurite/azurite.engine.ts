import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineRun } from '../engine.ts';
import { run } from '../run-program.ts';

const files = ['package.json', 'package-lock.json', 'run-azurite.mjs', 'save-before-reply.ts'];
const sources = files.map((file) => join(import.meta.dirname, file));
const installWithinMs = 5 * 60_000;
const probeWithinMs = 2_000;

/** Microsoft's emulator of Azure Blob Storage, in its own folder because it needs 360 MB. */
export const azurite: Engine = {
  name: 'azurite',
  title: 'Azurite (emulator of Azure Blob Storage)',
  version: '3.37.0',
  needs: [],
  sources,
  usualPorts: [10_000],
  memoryMb: 256,
  provision: async (folder, { signal }) => {
    for (const [index, source] of sources.entries()) copyFileSync(source, join(folder, files[index] ?? ''));
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, timeout: installWithinMs, signal });
  },
  prepare: async ({ installed, folder, inMemory, ports: [port], memoryMb }: EngineRun) => {
    const kept = inMemory ? ['--inMemoryPersistence'] : ['--location', folder];
    // Without the API version check, because the clients use a newer protocol version than Azurite lists.
    const flags = ['--blobHost', '127.0.0.1', '--blobPort', String(port), '--skipApiVersionCheck', '--silent', '--disableTelemetry'];
    return { program: process.execPath, args: [`--max-old-space-size=${memoryMb}`, join(installed, 'run-azurite.mjs'), ...flags, ...kept] };
  },
  probe: answers,
  settings: (port) => ({ BLOBS: 'azure', AZURE_STORAGE_URL: connectionString(port) }),
};

/** Azurite's well-known account with its documented key, which opens nothing else. */
const developmentAccount = 'devstoreaccount1';
const developmentKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

const accountUrl = (port: number): string => `http://127.0.0.1:${port}/${developmentAccount}`;

const connectionString = (port: number): string =>
  `DefaultEndpointsProtocol=http;AccountName=${developmentAccount};AccountKey=${developmentKey};BlobEndpoint=${accountUrl(port)};`;

/** Health check: the emulator refuses a request without a signature, and its `server` header proves that it is Azurite. */
async function answers(port: number): Promise<void> {
  const reply = await fetch(`${accountUrl(port)}?comp=list`, { signal: AbortSignal.timeout(probeWithinMs) });
  await reply.arrayBuffer();
  const server = reply.headers.get('server') ?? '';
  if (!server.startsWith('Azurite-Blob')) throw new Error(`Port ${port} is not Azurite's: ${reply.status} ${server}`);
}
