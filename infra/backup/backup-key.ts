import { createHmac } from 'node:crypto';

/** Encryption key of a backup. */
export interface BackupKey {
  /** 32 bytes. */
  bytes: Buffer;
  /** Identifies the key without revealing it: 16 hex digits. */
  id: string;
}

/** @param base64 32 bytes, checked by the configuration. */
export function backupKeyOf(base64: string): BackupKey {
  const bytes = Buffer.from(base64, 'base64');
  return { bytes, id: createHmac('sha256', bytes).update('name of a backup key').digest('hex').slice(0, 16) };
}
