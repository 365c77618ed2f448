import { type Backup, filesIn } from './backup-folder.ts';
import { BackupRefused } from './backup-refused.ts';
import { brokenLink } from './log-segments.ts';
import { damageOf } from './sealed-file.ts';

/** Most damaged files in the message. */
const mostNamed = 10;

/**
 * Verifies every file of a backup.
 * @throws BackupRefused with the names of missing or damaged files.
 */
export async function verifyBackup(backup: Backup): Promise<{ files: number; bytes: number }> {
  const broken = brokenLink(backup.manifest.segments);
  if (broken) throw new BackupRefused('backup/damaged', `The backup is damaged: ${broken.name} does not follow what comes before it`);
  const files = filesIn(backup);
  const damages: string[] = [];
  for (const file of files) {
    const damage = await damageOf(backup.vault, file);
    if (damage) damages.push(`${file.name} ${damage}`);
  }
  if (damages.length > 0) {
    const more = damages.length > mostNamed ? [`${damages.length - mostNamed} more`] : [];
    throw new BackupRefused('backup/damaged', `The backup is damaged: ${[...damages.slice(0, mostNamed), ...more].join('; ')}`);
  }
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
