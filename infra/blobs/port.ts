import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Permission to put one blob once, for every holder of the address. */
export interface UploadGrant {
  /** Address for a PUT with `content-type` and `x-ms-blob-type: BlockBlob`; absolute, or a path of the product. */
  uploadUrl: string;
  blobName: string;
  containerName: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

export interface GrantRequest {
  /** A new name, see `blobName` of `blob-name.ts`. */
  blobName: string;
  mimeType: string;
  /** Largest upload, bytes. */
  maxSize: number;
  /** Lifetime, seconds. */
  lifetime: number;
}

export interface BlobInfo {
  /** Bytes. */
  size: number;
  /** Type given at the put. */
  mimeType: string;
}

export interface StoredBlob extends BlobInfo {
  /** The consumer reads it to its end or destroys it. */
  content: Readable;
}

/**
 * Stores blobs. Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable.
 * Names are segments joined by `/`, of letters, digits, `-`, `_` and `.`; other names throw InvalidBlobName.
 */
export interface Blobs {
  /** True when the store itself refuses uploads beyond their grant. Otherwise the caller must check `info` after the upload. */
  readonly checksUploads: boolean;
  /**
   * Grants one PUT of one blob until the expiry. While the blob exists, even emptied, a second PUT is refused.
   * A used upload is therefore replaced by an empty blob, and removed after the expiry.
   */
  grantUpload(request: GrantRequest): Promise<UploadGrant>;
  /** Stores a blob completely or not at all, replacing one of the same name. Errors of the content are rethrown. */
  put(blobName: string, content: Readable | Uint8Array, mimeType: string): Promise<void>;
  info(blobName: string): Promise<BlobInfo | null>;
  /** Null when missing. */
  read(blobName: string): Promise<StoredBlob | null>;
  /** Removing a missing blob does nothing. */
  remove(blobName: string): Promise<void>;
  /** Names with this prefix, sorted by character. */
  list(prefix: string): AsyncIterable<string>;
  /** Serves granted addresses, if the product itself must. */
  mount?(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}
