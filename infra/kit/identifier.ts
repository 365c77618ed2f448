import { createHash, randomUUIDv7 } from 'node:crypto';

/** A new identifier that sorts by time: UUID version 7. */
export const newId = (): string => randomUUIDv7();

/** The same identifier for the same words every time: UUID version 8 (RFC 9562 5.8) over SHA-256. */
export function derivedId(...words: string[]): string {
  const bytes = createHash('sha256').update(words.join('\u0000')).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
