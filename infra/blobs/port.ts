import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Permission to put one blob, once, for whoever holds the address. */
export interface UploadGrant {
  /** Address to PUT the bytes to; absolute, or a path on this site. */
  uploadUrl: string;
  blobName: string;
  containerName: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

export interface GrantRequest {
  /** Letters, digits, `-`, `_`, `.` and `/`; never begins with `/` nor has `..` in it. */
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

/** Where files live. Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable. */
export interface Blobs {
  /** The address is good for one PUT of one blob of at most `maxSize` bytes until it expires; a second one, or a larger one, is refused. */
  grantUpload(request: GrantRequest): Promise<UploadGrant>;
  /** Stores a blob whole or not at all, in place of one of the same name. */
  put(blobName: string, content: Readable | Uint8Array, mimeType: string): Promise<void>;
  info(blobName: string): Promise<BlobInfo | null>;
  /** Null when there is none. The caller reads the stream to its end or destroys it. */
  read(blobName: string): Promise<Readable | null>;
  /** Removing what is not there changes nothing. */
  remove(blobName: string): Promise<void>;
  /** Names with a prefix, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** Serves the addresses of its grants, where the product itself does so. */
  mount?(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}
