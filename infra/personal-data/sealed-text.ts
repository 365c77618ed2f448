import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];
/** Length of a key, bytes. */
const keyBytes = 32;
/** `sealed:<format version>:<life of the account>:<iv, tag and text, base64url>`, a form that people do not write by chance. */
const form = /^sealed:1:(0|[1-9]\d{0,15}):([A-Za-z0-9_-]{38,})$/;

export const drawKey = (): Buffer => randomBytes(keyBytes);

/** @param place Event and field of the text, the only place where it opens. */
export function sealText(text: string, key: Buffer, life: number, place: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return `sealed:1:${life}:${Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Life of the account whose key opens the text; null for a text that is not sealed. */
export function lifeOf(text: string): number | null {
  const life = text.startsWith('sealed:') ? form.exec(text)?.[1] : undefined;
  return life === undefined ? null : Number(life);
}

/** The text; null when it was not sealed with this key at this place. */
export function openText(sealed: string, key: Buffer, place: string): string | null {
  const bytes = Buffer.from(form.exec(sealed)?.[2] ?? '', 'base64url');
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return null;
  }
}
