import type { TokenCredential } from '@azure/identity';
import type { BlobServiceClient, ContainerClient, UserDelegationKey } from '@azure/storage-blob';
import { asked } from './calls.ts';
import { delegatedKeys } from './grants.ts';

/** How often a call is tried, and the longest of one try, milliseconds. */
const retryOptions = { maxTries: 2, tryTimeoutInMs: 10_000, retryDelayInMs: 100, maxRetryDelayInMs: 500 };

type Sdk = typeof import('@azure/storage-blob');

/** A storage account with our container in it. */
export interface Azure {
  sdk: Sdk;
  service: BlobServiceClient;
  container: ContainerClient;
  /** A key that the account delegated to us and that holds until then, milliseconds since 1970. */
  delegatedKey(until: number): Promise<UserDelegationKey>;
}

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
