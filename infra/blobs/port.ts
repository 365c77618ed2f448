import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Permission to put one blob, once, for whoever holds the address. */
export interface UploadGrant {
  /** Address to PUT the bytes to, with their `content-type` and `x-ms-blob-type: BlockBlob`; absolute, or a path on this site. */
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
  /** Seconds that the grant holds. */
  lifetime: number;
}

export interface BlobInfo {
  /** Bytes. */
  size: number;
  /** As it was given when it was put. */
  mimeType: string;
}

export interface StoredBlob extends BlobInfo {
  /** To be read to its end, or destroyed. */
  content: Readable;
}

/**
 * Where files live. Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable.
 * Names are lists of words with `/` between: letters, digits, `-`, `_` and `.` within a word; anything else is an InvalidBlobName.
 */
export interface Blobs {
  /**
   * Whether an upload that is larger, or of another type, than was granted is refused by whoever takes it.
   * Where it is not, `info` tells what came, and whoever asked for the grant must look.
   */
  readonly checksUploads: boolean;
  /**
   * An address that takes one PUT of one blob until it expires. A second one is refused as long as the blob is there, even emptied:
   * so an upload that was used is put again without content, and removed when its grant has expired.
   */
  grantUpload(request: GrantRequest): Promise<UploadGrant>;
  /** Stores a blob whole or not at all, in place of one of the same name. What its content throws is passed on. */
  put(blobName: string, content: Readable | Uint8Array, mimeType: string): Promise<void>;
  info(blobName: string): Promise<BlobInfo | null>;
  /** Null when there is none. */
  read(blobName: string): Promise<StoredBlob | null>;
  /** Removing what is not there changes nothing. */
  remove(blobName: string): Promise<void>;
  /** Names that begin with `prefix`, in the order of their characters. */
  list(prefix: string): AsyncIterable<string>;
  /** Serves the addresses of its grants, where the product itself does so. */
  mount?(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}
