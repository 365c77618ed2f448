import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { startEngine } from '../engine-server.ts';

const isAsked = readConfig().AZURE_STORAGE_URL !== undefined;

test('Azurite keeps acknowledged writes and deletions after a kill', async (context) => {
  if (!isAsked) context.skip('AZURE_STORAGE_URL is not set');
  // A separate server, because other tests use the configured one.
  const server = await startEngine('azurite');
  try {
    const { BlobServiceClient } = await import('@azure/storage-blob');
    const container = BlobServiceClient.fromConnectionString(server.settings.AZURE_STORAGE_URL ?? '').getContainerClient('kept');
    await container.create();
    for (const name of ['stays', 'goes']) await container.getBlockBlobClient(name).upload(name, name.length);
    await server.kill();
    await server.restart();
    expect((await container.getBlobClient('stays').downloadToBuffer()).toString()).toBe('stays');
    await container.deleteBlob('goes');
    await server.kill();
    await server.restart();
    const names: string[] = [];
    for await (const { name } of container.listBlobsFlat()) names.push(name);
    expect(names).toEqual(['stays']);
  } finally {
    await server.close();
  }
}, 60_000);
