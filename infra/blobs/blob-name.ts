/** Longest name and segment, characters, that every engine and file system accepts. */
const longestName = 500;
const longestWord = 200;

/** A segment neither begins nor ends with a dot: hidden files, `..`, and ends that some systems cut off. */
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
