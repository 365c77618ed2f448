import type { UserDelegationKey } from '@azure/storage-blob';
import { asked } from './calls.ts';
import type { Azure } from './client.ts';

/** Version of signed addresses; newer ones are not understood everywhere yet. */
const signatureVersion = '2025-11-05';
/** How long a key for grants is asked for, and what must be left of it beyond what is signed with it, milliseconds. */
const keyLifetimeMs = 6 * 3_600_000;
const keyMarginMs = 60_000;
/** Clocks differ: a key holds from a little before now, milliseconds. */
const clockSkewMs = 300_000;

/** Query of an address that may make the blob and nothing else: not write it again, read it or remove it. How large it may be cannot be said. */
export async function signedQuery({ sdk, service, container, delegatedKey }: Azure, blobName: string, expiresOn: Date): Promise<string> {
  const permissions = sdk.BlobSASPermissions.parse('c');
  const values = { containerName: container.containerName, blobName, permissions, expiresOn, version: signatureVersion };
  const { credential, accountName } = service;
  if (credential instanceof sdk.StorageSharedKeyCredential) return sdk.generateBlobSASQueryParameters(values, credential).toString();
  const key = await delegatedKey(expiresOn.getTime());
  return sdk.generateBlobSASQueryParameters({ ...values, protocol: sdk.SASProtocol.Https }, key, accountName).toString();
}

/** Of the storage client, what delegates keys. */
interface KeySource {
  getUserDelegationKey(startsOn: Date, expiresOn: Date, options: { abortSignal: AbortSignal }): Promise<UserDelegationKey>;
}

/** Asks for a key when the last one does not hold long enough. */
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
