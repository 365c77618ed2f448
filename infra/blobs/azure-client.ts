import type { TokenCredential } from '@azure/identity';
import type { BlobServiceClient, ContainerClient, UserDelegationKey } from '@azure/storage-blob';
import { EngineUnavailable } from '../event-store/port.ts';

/** How often a call is tried, and the longest of one try, milliseconds. */
const retryOptions = { maxTries: 2, tryTimeoutInMs: 10_000, retryDelayInMs: 100, maxRetryDelayInMs: 500 };
/** Longest of a whole call, content included, milliseconds. */
const withinMs = 120_000;
/** How long a key for grants is asked for, and what must be left of it beyond what is signed with it, milliseconds. */
const keyLifetimeMs = 6 * 3_600_000;
const keyMarginMs = 60_000;
/** Clocks differ: a key holds from a little before now, milliseconds. */
const clockSkewMs = 300_000;

type Sdk = typeof import('@azure/storage-blob');

/** A storage account with our container in it. */
export interface Azure {
  sdk: Sdk;
  service: BlobServiceClient;
  container: ContainerClient;
  /** A key that the account delegated to us and that holds until then, milliseconds since 1970. */
  delegatedKey(until: number): Promise<UserDelegationKey>;
}

const refusals = /^(RestError|AbortError|CredentialUnavailableError|AuthenticationError|AggregateAuthenticationError)$/;

/**
 * What the storage answers.
 * @throws EngineUnavailable for whatever it refuses: nobody who asks for a blob can do anything about it.
 */
export async function asked<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await call(AbortSignal.timeout(withinMs));
  } catch (error) {
    if (error instanceof Error && refusals.test(error.name)) throw new EngineUnavailable('azure', error);
    throw error;
  }
}

/** The answer, or null when there is no such blob. */
export const ifThere = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return null;
    throw error;
  });

/**
 * Connects at the first call and makes the container when it is missing; after a failure the next call tries again.
 * @param address connection string with the key of the account, or its https address.
 * @param identity who we are at that address; the identity of the machine when unset.
 */
export function azureConnection(address: string, containerName: string, identity?: TokenCredential): () => Promise<Azure> {
  let connected: Promise<Azure> | undefined;
  const connect = async (): Promise<Azure> => {
    const sdk = await import('@azure/storage-blob');
    const service = await serviceAt(sdk, address, identity);
    const container = service.getContainerClient(containerName);
    await asked((abortSignal) => container.createIfNotExists({ abortSignal }));
    return { sdk, service, container, delegatedKey: delegatedKeys(service) };
  };
  return () => {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  };
}

async function serviceAt({ BlobServiceClient: Client }: Sdk, address: string, identity?: TokenCredential): Promise<BlobServiceClient> {
  if (!/^https?:\/\//.test(address)) return Client.fromConnectionString(address, { retryOptions });
  if (identity) return new Client(address, identity, { retryOptions });
  const { DefaultAzureCredential } = await import('@azure/identity');
  return new Client(address, new DefaultAzureCredential(), { retryOptions });
}

/** Asks for a key when the last one does not hold long enough. */
function delegatedKeys(service: BlobServiceClient): Azure['delegatedKey'] {
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
