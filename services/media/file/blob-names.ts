/** Where uploads wait until they are looked at, what counts them meanwhile, and where pictures made of them are kept. */
export const incoming = 'incoming/';
export const granted = 'granted/';
export const kept = 'media/';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uploadName = new RegExp(`^(?:${incoming}|${granted})(${uuid})/(\\d{13})-(${uuid})(?:-([0-9a-f]{12}))?$`);
const keptFile = new RegExp(`^${uuid}/[0-9a-f]{16}\\.webp$`);

/** An upload that was not looked at yet. */
export interface Upload {
  accountId: string;
  /** When it was allowed, milliseconds since 1970. */
  since: number;
  /** Of the file that it becomes. */
  fileId: string;
  /** 12 hex digits that tell several uploads for one file apart. */
  attempt?: string | undefined;
}

/** Whose it is, since when and what it becomes is all in the name of an upload. */
export const incomingBlob = (upload: Upload): string => `${incoming}${nameOf(upload)}`;

/** Counts an upload for as long as it takes room of its account's, also when nothing was put to it yet. */
export const grantedBlob = (upload: Upload): string => `${granted}${nameOf(upload)}`;
export const grantedPrefix = (accountId: string): string => `${granted}${accountId}/`;

const nameOf = ({ accountId, since, fileId, attempt }: Upload): string => `${accountId}/${since}-${fileId}${attempt ? `-${attempt}` : ''}`;

/** Null for any other name. */
export const parseIncoming = (blobName: string): Upload | null => (blobName.startsWith(incoming) ? uploadIn(blobName) : null);
export const parseGranted = (blobName: string): Upload | null => (blobName.startsWith(granted) ? uploadIn(blobName) : null);

function uploadIn(blobName: string): Upload | null {
  const [, accountId, since, fileId, attempt] = uploadName.exec(blobName) ?? [];
  return accountId && since && fileId ? { accountId, since: Number(since), fileId, ...(attempt && { attempt }) } : null;
}

/** @param hash of the picture, 16 hex digits: another picture is never at the same address. */
export const keptBlob = (fileId: string, hash: string): string => `${kept}${fileId}/${hash}.webp`;

/** The same picture in another width, pixels. */
export const narrowedBlob = (blobName: string, width: number): string => blobName.replace(/\.webp$/, `-${width}.webp`);

/** What all blobs made of a file begin with. */
export const keptPrefix = (fileId: string): string => `${kept}${fileId}/`;

/** Whether this may be what follows `kept` in the name of a picture, in its own width. */
export const isKeptFile = (name: string): boolean => keptFile.test(name);
