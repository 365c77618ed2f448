/** Refusal of a backup or restore. The message gives reason and remedy, and nothing was changed. */
export class BackupRefused extends Error {
  readonly code: BackupRefusal;
  constructor(code: BackupRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

export type BackupRefusal =
  | 'backup/busy'
  | 'backup/damaged'
  | 'backup/newer'
  | 'backup/no-backup'
  | 'backup/not-a-backup'
  | 'backup/nothing-before'
  | 'backup/other-log'
  | 'backup/target-not-empty'
  | 'backup/wrong-key';
