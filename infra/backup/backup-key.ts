import { createHmac } from 'node:crypto';

/** What a backup is sealed with. */
export interface BackupKey {
  /** 32 of them. */
  bytes: Buffer;
  /** Names the key without giving it away: 16 hex digits. */
  id: string;
}

/** @param base64 32 bytes, as the configuration has checked them */
export function backupKeyOf(base64: string): BackupKey {
  const bytes = Buffer.from(base64, 'base64');
  return { bytes, id: createHmac('sha256', bytes).update('name of a backup key').digest('hex').slice(0, 16) };
}
