import type { Tally } from '../tally.ts';
import { accountsAttack } from './accounts.attack.ts';
import { assistantsAttack } from './assistants.attack.ts';
import { bytesAttack } from './bytes.attack.ts';
import { doorsAttack } from './doors.attack.ts';
import { memoryAttack } from './memory.attack.ts';
import { pagesAttack } from './pages.attack.ts';
import { placesAttack } from './places.attack.ts';
import { repetition } from './repetition.attack.ts';
import { type Attack, attackProduct } from './stage.ts';
import { uploadsAttack } from './uploads.attack.ts';

/** What an audit once broke in through, tried again on the built product. */
const attacks: readonly Attack[] = [
  doorsAttack,
  pagesAttack,
  memoryAttack,
  accountsAttack,
  uploadsAttack,
  placesAttack,
  repetition,
  assistantsAttack,
  bytesAttack,
];

export async function attackDrill({ short, tally }: { short: boolean; tally: Tally }): Promise<void> {
  for (const attack of attacks) await attackProduct(attack, { short, tally });
}
