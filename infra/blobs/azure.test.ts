import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import * as sdk from '@azure/storage-blob';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createDelegatedKeyCache, signedQuery } from './azure/client.ts';
import { azureBlobs } from './azure.ts';
import { blobsContract } from './contract.ts';

const address = readConfig().AZURE_STORAGE_URL;

describe('Azure blobs on a real service', () => {
  beforeEach((context) => {
    if (!address) context.skip('AZURE_STORAGE_URL is not set');
  });

  blobsContract(async () => {
    const containerName = `test-${randomUUID()}`;
    const [blobs, other] = [azureBlobs(address ?? '', { containerName }), azureBlobs(address ?? '', { containerName })];
    const container = sdk.BlobServiceClient.fromConnectionString(address ?? '').getContainerClient(containerName);
    return { blobs, other, origin: 'http://on-this-site.example', close: async () => void (await container.deleteIfExists()) };
  });

  test('create a missing container once, whichever process comes first', async () => {
    const containerName = `test-${randomUUID()}`;
    const stores = Array.from({ length: 4 }, () => azureBlobs(address ?? '', { containerName }));
    await Promise.all(stores.map((store, number) => store.put(`blob-${number}`, Buffer.from('x'), 'text/plain')));
    const names = await Array.fromAsync(azureBlobs(address ?? '', { containerName }).list(''));
    expect(names).toEqual(['blob-0', 'blob-1', 'blob-2', 'blob-3']);
    await sdk.BlobServiceClient.fromConnectionString(address ?? '').deleteContainer(containerName);
  });
});

/** A connection string with an invented key. */
const accountAt = (port: number): string =>
  `DefaultEndpointsProtocol=http;AccountName=account;AccountKey=${Buffer.alloc(64).toString('base64')};BlobEndpoint=http://127.0.0.1:${port}/account;`;

describe('Azure blobs without a server', () => {
  const content = Buffer.from('x');
  test.each(['nobody listens', 'nobody speaks its protocol'])('reject every call with engine/unavailable: %s', async (how) => {
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

describe('Azure blobs without an account key', () => {
  /** A delegated key as the service returns it. */
  const keyUntil = (until: Date): sdk.UserDelegationKey => ({
    signedObjectId: 'object',
    signedTenantId: 'tenant',
    signedStartsOn: new Date(),
    signedExpiresOn: until,
    signedService: 'b',
    signedVersion: '2025-11-05',
    value: Buffer.alloc(32).toString('base64'),
  });
  const service = new sdk.BlobServiceClient('https://account.blob.core.windows.net', { getToken: async () => null });
  const container = service.getContainerClient('files');

  test('sign grants with a delegated key, for one creation over https', async () => {
    const expires = new Date(Date.now() + 60_000);
    const query = await signedQuery({ sdk, service, container, delegatedKey: async (until) => keyUntil(new Date(until)) }, 'incoming/one', expires);
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
      sp: 'c',
      sr: 'b',
      spr: 'https',
      sv: '2025-11-05',
      se: expires.toISOString().replace(/\.\d+/, ''),
      skoid: 'object',
      sktid: 'tenant',
      sig: expect.stringMatching(/=$/),
    });
  });

  test('request a delegated key when the last expires too early, and again after a failure', async () => {
    const asked: Date[] = [];
    let fails = false;
    const getUserDelegationKey = async (_: Date, until: Date): Promise<sdk.UserDelegationKey> => {
      asked.push(until);
      if (fails) throw new sdk.RestError('away', { statusCode: 503 });
      return keyUntil(until);
    };
    const keyFor = createDelegatedKeyCache({ getUserDelegationKey });
    const [soon, late] = [Date.now() + 60_000, Date.now() + 24 * 3_600_000];
    expect([await keyFor(soon), await keyFor(soon)].map(({ signedExpiresOn }) => signedExpiresOn)).toEqual([asked[0], asked[0]]);
    expect((await keyFor(late)).signedExpiresOn.getTime()).toBeGreaterThan(late);
    expect(asked).toHaveLength(2);
    fails = true;
    await expect(keyFor(late + 3_600_000)).rejects.toMatchObject({ code: 'engine/unavailable' });
    fails = false;
    await keyFor(late + 3_600_000);
    expect(asked).toHaveLength(4);
  });
});

test('Azure blobs refuse an http URL for a managed identity', () => {
  expect(() => azureBlobs('http://account.blob.core.windows.net')).toThrow(/https only/);
});
