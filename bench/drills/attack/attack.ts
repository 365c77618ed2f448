import type { Tally } from '../tally.ts';
import { placesAttack } from './places.attack.ts';
import { type Attack, attackProduct } from './stage.ts';

/** What an audit once broke in through, tried again on the built product. */
const attacks: readonly Attack[] = [placesAttack];

export async function attackDrill({ short, tally }: { short: boolean; tally: Tally }): Promise<void> {
  for (const attack of attacks) await attackProduct(attack, { short, tally });
}
