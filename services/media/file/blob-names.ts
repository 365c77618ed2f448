/** Prefixes of blob names: unprocessed uploads, empty blobs that count open grants, and finished pictures. */
export const incoming = 'incoming/';
export const granted = 'granted/';
export const kept = 'media/';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uploadName = new RegExp(`^(?:${incoming}|${granted})(${uuid})/(\\d{13})-(${uuid})(?:-([0-9a-f]{12}))?$`);
const keptFile = new RegExp(`^${uuid}/[0-9a-f]{16}\\.webp$`);

/** Data of an upload, which the blob names of its content and of its grant contain. */
export interface Upload {
  accountId: string;
  /** Time of the grant, milliseconds since 1970. */
  since: number;
  /** Id of the file that the upload becomes. */
  fileId: string;
  /** 12 hex digits that distinguish several uploads for one file. */
  attempt?: string | undefined;
}

/** Blob name of an unprocessed upload. The name holds all data of the upload, so no other record is needed. */
export const incomingBlobName = (upload: Upload): string => `${incoming}${nameOf(upload)}`;

/** Name of the empty blob that counts an upload against its account's quota, from the grant on. */
export const grantBlobName = (upload: Upload): string => `${granted}${nameOf(upload)}`;
export const grantsPrefixOf = (accountId: string): string => `${granted}${accountId}/`;

const nameOf = ({ accountId, since, fileId, attempt }: Upload): string => `${accountId}/${since}-${fileId}${attempt ? `-${attempt}` : ''}`;

/** Parses a blob name; null for a name without this prefix and form. */
export const parseUploadName = (blobName: string): Upload | null => (blobName.startsWith(incoming) ? uploadIn(blobName) : null);
export const parseGrantName = (blobName: string): Upload | null => (blobName.startsWith(granted) ? uploadIn(blobName) : null);

function uploadIn(blobName: string): Upload | null {
  const [, accountId, since, fileId, attempt] = uploadName.exec(blobName) ?? [];
  return accountId && since && fileId ? { accountId, since: Number(since), fileId, ...(attempt && { attempt }) } : null;
}

/** @param hash First 16 hex digits of the picture's SHA-256, so that a changed picture gets a new URL. */
export const pictureBlobName = (fileId: string, hash: string): string => `${kept}${fileId}/${hash}.webp`;

/** Name of the copy that is `width` pixels wide. */
export const narrowCopyBlobName = (blobName: string, width: number): string => blobName.replace(/\.webp$/, `-${width}.webp`);

/** Prefix of all blobs of a file. */
export const picturesPrefixOf = (fileId: string): string => `${kept}${fileId}/`;

/** True for the blob name, without its prefix `kept`, of a picture at full width. */
export const isKeptFile = (name: string): boolean => keptFile.test(name);
