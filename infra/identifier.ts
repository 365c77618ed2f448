import { hash, randomUUIDv7 } from 'node:crypto';

/** A new time-sortable identifier: UUID version 7. */
export const newId = (): string => randomUUIDv7();

/** A deterministic identifier of these words: UUID version 8 (RFC 9562 5.8) over SHA-256. */
export function derivedId(...words: string[]): string {
  const hex = hash('sha256', words.join('\u0000'), 'hex');
  const variant = (Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
