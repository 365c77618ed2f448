import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { BlobServiceClient } from '@azure/storage-blob';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { azureBlobs } from './azure.ts';
import { blobsContract } from './contract.ts';

const address = readConfig().AZURE_STORAGE_URL;

describe('the contract, on the real service', () => {
  beforeEach((context) => {
    if (!address) context.skip('AZURE_STORAGE_URL is not set');
  });

  blobsContract(async () => {
    const containerName = `test-${randomUUID()}`;
    const [blobs, other] = [azureBlobs(address ?? '', { containerName }), azureBlobs(address ?? '', { containerName })];
    const container = BlobServiceClient.fromConnectionString(address ?? '').getContainerClient(containerName);
    return { blobs, other, origin: 'http://on-this-site.example', close: async () => void (await container.deleteIfExists()) };
  });

  test('a container that is missing is made, once, by whoever comes first', async () => {
    const containerName = `test-${randomUUID()}`;
    const stores = Array.from({ length: 4 }, () => azureBlobs(address ?? '', { containerName }));
    await Promise.all(stores.map((store, number) => store.put(`blob-${number}`, Buffer.from('x'), 'text/plain')));
    const names: string[] = [];
    for await (const name of azureBlobs(address ?? '', { containerName }).list('')) names.push(name);
    expect(names).toEqual(['blob-0', 'blob-1', 'blob-2', 'blob-3']);
    await BlobServiceClient.fromConnectionString(address ?? '').deleteContainer(containerName);
  });
});

/** The form of a connection string; nobody has this key. */
const accountAt = (port: number): string =>
  `DefaultEndpointsProtocol=http;AccountName=account;AccountKey=${Buffer.alloc(64).toString('base64')};BlobEndpoint=http://127.0.0.1:${port}/account;`;

describe('while the storage is away', () => {
  const content = Buffer.from('x');
  test.each(['nobody listens', 'nobody speaks its protocol'])('every call says so: %s', async (how) => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = server.address();
    const port = typeof at === 'object' && at ? at.port : 0;
    if (how === 'nobody listens') await new Promise((resolve) => server.close(resolve));
    const blobs = azureBlobs(accountAt(port));
    const grant = { blobName: 'a', mimeType: 'image/png', maxSize: 1, lifetime: 60 };
    const calls = [
      blobs.put('a', content, 'text/plain'),
      blobs.info('a'),
      blobs.read('a'),
      blobs.remove('a'),
      blobs.grantUpload(grant),
      blobs.list('')[Symbol.asyncIterator]().next(),
    ];
    for (const result of await Promise.allSettled(calls)) expect(result).toMatchObject({ reason: { code: 'engine/unavailable', engine: 'azure' } });
    server.close();
  });
});

test('an identity is told to nobody without encryption', () => {
  expect(() => azureBlobs('http://account.blob.core.windows.net')).toThrow(/https only/);
});
