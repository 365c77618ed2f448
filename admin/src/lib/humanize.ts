/** Field name such as `createdAt` as words. */
export function humanize(field: string): string {
  const words = field
    .replace(/Ids?$/, '')
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
