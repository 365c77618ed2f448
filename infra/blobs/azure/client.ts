import type { TokenCredential } from '@azure/identity';
import type { BlobServiceClient, ContainerClient, UserDelegationKey } from '@azure/storage-blob';
import { asked } from './calls.ts';
import { delegatedKeys } from './grants.ts';

/** Attempts per call, and timeouts in milliseconds. */
const retryOptions = { maxTries: 2, tryTimeoutInMs: 10_000, retryDelayInMs: 100, maxRetryDelayInMs: 500 };

type Sdk = typeof import('@azure/storage-blob');

/** A storage account with its container. */
export interface Azure {
  sdk: Sdk;
  service: BlobServiceClient;
  container: ContainerClient;
  /** A key delegated by the account, valid until then, milliseconds since 1970. */
  delegatedKey(until: number): Promise<UserDelegationKey>;
}

/**
 * Connects at the first call and creates the container if missing; a failed connection is retried by the next call.
 * @param address Connection string with the account's key, or its https address.
 * @param identity Credential for the https address; the machine's identity by default.
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
