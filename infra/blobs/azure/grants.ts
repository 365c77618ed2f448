import type { UserDelegationKey } from '@azure/storage-blob';
import { asked } from './calls.ts';
import type { Azure } from './client.ts';

/** Version of signed addresses; newer ones are not supported everywhere yet. */
const signatureVersion = '2025-11-05';
/** Lifetime of a delegated key, and its margin beyond a grant, milliseconds. */
const keyLifetimeMs = 6 * 3_600_000;
const keyMarginMs = 60_000;
/** A key is valid from a little before now, because clocks differ; milliseconds. */
const clockSkewMs = 300_000;

/** Signed query that allows creating the blob once: no overwriting, reading or removal. Azure cannot limit its size. */
export async function signedQuery({ sdk, service, container, delegatedKey }: Azure, blobName: string, expiresOn: Date): Promise<string> {
  const permissions = sdk.BlobSASPermissions.parse('c');
  const values = { containerName: container.containerName, blobName, permissions, expiresOn, version: signatureVersion };
  const { credential, accountName } = service;
  if (credential instanceof sdk.StorageSharedKeyCredential) return sdk.generateBlobSASQueryParameters(values, credential).toString();
  const key = await delegatedKey(expiresOn.getTime());
  return sdk.generateBlobSASQueryParameters({ ...values, protocol: sdk.SASProtocol.Https }, key, accountName).toString();
}

/** The storage client's method that delegates keys. */
interface KeySource {
  getUserDelegationKey(startsOn: Date, expiresOn: Date, options: { abortSignal: AbortSignal }): Promise<UserDelegationKey>;
}

/** Caches a key until it expires too early for a grant. */
export function delegatedKeys(service: KeySource): Azure['delegatedKey'] {
  let last: { key: Promise<UserDelegationKey>; until: number } | undefined;
  return (until) => {
    if (last && last.until >= until + keyMarginMs) return last.key;
    const expires = Math.max(Date.now() + keyLifetimeMs, until + keyMarginMs);
    const key = asked((abortSignal) => service.getUserDelegationKey(new Date(Date.now() - clockSkewMs), new Date(expires), { abortSignal }));
    last = { key, until: expires };
    key.catch(() => {
      last = undefined;
    });
    return key;
  };
}
