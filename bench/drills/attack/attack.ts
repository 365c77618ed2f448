import { type Environment, openEnvironment } from '../environment/environment.ts';
import { type DrillRun, type Tally, withPrefix } from '../tally.ts';
import { accountsAttack } from './accounts.attack.ts';
import { assistantsAttack } from './assistants.attack.ts';
import { bytesAttack, uploadsAttack } from './bytes.attack.ts';
import { doorsAttack } from './doors.attack.ts';
import { memoryAttack } from './memory.attack.ts';
import { pagesAttack } from './pages.attack.ts';
import { placesAttack } from './places.attack.ts';
import { repetitionAttack } from './repetition.attack.ts';

/** One attack surface; each attempt is a line of the report. */
export interface Attack {
  name: string;
  /** Settings that override the usual settings, which have no rate limits. */
  settings?: Readonly<Record<string, string>>;
  run(scene: AttackContext): Promise<void>;
}

export interface AttackContext {
  environment: Environment;
  tally: Tally;
  short: boolean;
}

const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'social', 'web'];
const attacks: readonly Attack[] = [
  ...[doorsAttack, pagesAttack, memoryAttack, accountsAttack, uploadsAttack, placesAttack, repetitionAttack, assistantsAttack, bytesAttack],
];

/** Repeats known attacks, each on its own product. */
export async function attackDrill({ short, tally }: DrillRun): Promise<void> {
  for (const { name, settings = {}, run } of attacks) {
    await using environment = await openEnvironment({ name: `attack-${name}`, processes: 'one', contexts, settings });
    await run({ environment, tally: withPrefix(tally, name), short });
    const restarts = environment.processes.reduce((sum, one) => sum + one.restarts(), 0);
    tally.record(restarts === 0, `${name}: the product ended ${restarts} times`);
  }
}
