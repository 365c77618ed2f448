import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { startEngine } from '../engine-server.ts';

const isAsked = readConfig().AZURE_STORAGE_URL !== undefined;

test('what Azurite has said is stored, or removed, stays so when it is killed', async (context) => {
  if (!isAsked) context.skip('AZURE_STORAGE_URL is not set');
  // One of our own: the server that the setting names is for others to use.
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
