import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Permission for one upload of one blob, for every holder of the URL. */
export interface UploadGrant {
  /** URL for a PUT with `content-type` and `x-ms-blob-type: BlockBlob`; absolute, or a path of the product. */
  uploadUrl: string;
  blobName: string;
  containerName: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

export interface GrantRequest {
  /** A new name, see `blobName`. */
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
  /** Media type, as given to `put` or at the upload. */
  mimeType: string;
}

export interface StoredBlob extends BlobInfo {
  /** The consumer reads it to its end or destroys it. */
  content: Readable;
}

/**
 * Stores blobs. Each adapter is a file in this folder; all run `contract.ts`. Every call may throw EngineUnavailable.
 * Names are segments joined by `/`, of letters, digits, `-`, `_` and `.`; other names throw InvalidBlobName.
 */
export interface Blobs {
  /** True when the store itself refuses uploads beyond their grant. Otherwise the caller must check `info` after the upload. */
  readonly checksUploads: boolean;
  /**
   * Grants one PUT of one blob until the expiry. While a blob of that name exists, even an empty one, a second PUT is refused.
   * The caller therefore replaces a used upload by an empty blob, and removes it after the expiry.
   */
  grantUpload(request: GrantRequest): Promise<UploadGrant>;
  /** Stores a blob completely or not at all, replacing one of the same name. Errors of the content are rethrown. */
  put(blobName: string, content: Readable | Uint8Array, mimeType: string): Promise<void>;
  info(blobName: string): Promise<BlobInfo | null>;
  /** Null when the blob is missing. The caller reads the content to its end or destroys it. */
  read(blobName: string): Promise<StoredBlob | null>;
  /** Removing a missing blob does nothing. */
  remove(blobName: string): Promise<void>;
  /** Names with this prefix, sorted by character code. */
  list(prefix: string): AsyncIterable<string>;
  /** Registers the route of the upload URLs, if the product itself receives uploads. */
  mount?(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

/** Longest name and segment, characters, that every engine and file system accepts. */
const longestName = 500;
const longestWord = 200;

/** A segment neither begins nor ends with a dot. This excludes hidden files, `..`, and final dots that some file systems drop. */
const word = `[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,${longestWord - 2}}[A-Za-z0-9_-])?`;
const name = new RegExp(`^${word}(?:/${word})*$`);
const type = /^[a-z0-9][a-z0-9.+-]{0,40}\/[a-z0-9][a-z0-9.+-]{0,40}$/;

/** An invalid name or type of a blob. */
export class InvalidBlobName extends Error {}

export const isBlobName = (text: string): boolean => text.length <= longestName && name.test(text);

/** Returns a valid name. @throws InvalidBlobName */
export function blobName(text: string): string {
  if (!isBlobName(text)) throw new InvalidBlobName(`No name of a blob: ${JSON.stringify(text.slice(0, longestName))}`);
  return text;
}

/** Returns a valid type such as `image/png`, without parameters. @throws InvalidBlobName */
export function blobType(text: string): string {
  if (!type.test(text)) throw new InvalidBlobName(`No type of a blob: ${JSON.stringify(text.slice(0, longestWord))}`);
  return text;
}
