/** Longest name and longest word of it, characters: what every engine and file system takes. */
const longestName = 500;
const longestWord = 200;

/** A dot neither begins nor ends a word: hidden files, `..`, and ends that some systems cut off. */
const word = `[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,${longestWord - 2}}[A-Za-z0-9_-])?`;
const name = new RegExp(`^${word}(?:/${word})*$`);
const type = /^[a-z0-9][a-z0-9.+-]{0,40}\/[a-z0-9][a-z0-9.+-]{0,40}$/;

/** Not a name, or not a type, that a blob may have. */
export class InvalidBlobName extends Error {}

export const isBlobName = (text: string): boolean => text.length <= longestName && name.test(text);

/** The name itself. @throws InvalidBlobName */
export function blobName(text: string): string {
  if (!isBlobName(text)) throw new InvalidBlobName(`No name of a blob: ${JSON.stringify(text.slice(0, longestName))}`);
  return text;
}

/** The type itself: `image/png`, without parameters. @throws InvalidBlobName */
export function blobType(text: string): string {
  if (!type.test(text)) throw new InvalidBlobName(`No type of a blob: ${JSON.stringify(text.slice(0, longestWord))}`);
  return text;
}
