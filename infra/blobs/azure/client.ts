import type { TokenCredential } from '@azure/identity';
import type { BlobServiceClient, ContainerClient, UserDelegationKey } from '@azure/storage-blob';
import { EngineUnavailable, isNetworkError } from '../../errors.ts';
import { memoizeSuccess } from '../../waiting.ts';

/** Retry policy: attempts per call; timeout of an attempt and delays in milliseconds. */
const retryOptions = { maxTries: 2, tryTimeoutInMs: 10_000, retryDelayInMs: 100, maxRetryDelayInMs: 500 };

type Sdk = typeof import('@azure/storage-blob');

/** A storage account with its container. */
export interface Azure {
  sdk: Sdk;
  service: BlobServiceClient;
  container: ContainerClient;
  /** A user delegation key that is valid at least until `until`, milliseconds since 1970. */
  delegatedKey(until: number): Promise<UserDelegationKey>;
}

/**
 * Connects at the first call and creates the container if missing; the next call retries a failed connection.
 * @param address Connection string with the account's key, or its https URL.
 * @param identity Credential for the https URL; the managed identity of the machine by default.
 */
export function azureConnection(address: string, containerName: string, identity?: TokenCredential): () => Promise<Azure> {
  return memoizeSuccess(async () => {
    const sdk = await import('@azure/storage-blob');
    const service = await serviceAt(sdk, address, identity);
    const container = service.getContainerClient(containerName);
    await asked((abortSignal) => container.createIfNotExists({ abortSignal }));
    return { sdk, service, container, delegatedKey: createDelegatedKeyCache(service) };
  });
}

async function serviceAt({ BlobServiceClient: Client }: Sdk, address: string, identity?: TokenCredential): Promise<BlobServiceClient> {
  if (!/^https?:\/\//.test(address)) return Client.fromConnectionString(address, { retryOptions });
  if (identity) return new Client(address, identity, { retryOptions });
  const { DefaultAzureCredential } = await import('@azure/identity');
  return new Client(address, new DefaultAzureCredential(), { retryOptions });
}

/** Timeout of a call with its content, milliseconds. */
const withinMs = 120_000;
const refusals = /^(RestError|AbortError|CredentialUnavailableError|AuthenticationError|AggregateAuthenticationError)$/;

/**
 * Awaits an answer of the storage.
 * @throws EngineUnavailable for any refusal, because no caller could fix it.
 */
export async function asked<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await call(AbortSignal.timeout(withinMs));
  } catch (error) {
    if (error instanceof Error && (refusals.test(error.name) || isNetworkError(error))) throw new EngineUnavailable('azure', error);
    throw error;
  }
}

/** Converts status 404 to null, because the blob does not exist. */
export const nullIfMissing = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return null;
    throw error;
  });

/** Version of shared access signatures; newer versions are not supported everywhere yet. */
const signatureVersion = '2025-11-05';
/** Lifetime of a delegated key, and its margin beyond a grant, milliseconds. */
const keyLifetimeMs = 6 * 3_600_000;
const keyMarginMs = 60_000;
/** Time before now at which a key becomes valid, because clocks differ; milliseconds. */
const clockSkewMs = 300_000;

/** Signed query that permits one creation of the blob: no overwriting, reading or removal. Azure cannot limit the size of the blob. */
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
export function createDelegatedKeyCache(service: KeySource): Azure['delegatedKey'] {
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
