import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { firstCredits } from '@waystory/proto/billing/credit.ts';
import { auditLedgers } from '@waystory/services/billing/credit/audit-ledgers.ts';
import { creditStream } from '@waystory/services/billing/credit/credit.ts';
import { until } from '../cluster/progress.ts';
import type { Stage } from '../stage/stage.ts';
import type { People } from './people.ts';
import type { LoggedAnswer } from './turn-log.ts';

/** A credit that was reserved for an answer that never began comes back when it expires, after six minutes; milliseconds. */
const accountedWithinMs = 420_000;
/** More than a drill has turns. */
export const granted = 10_000;

/** What is wrong with the ledger when every answer that was finished has been paid, and no other. */
export async function faultsOfLedger(
  stage: Stage,
  people: People,
  answers: readonly LoggedAnswer[],
  withinMs = accountedWithinMs,
): Promise<string[]> {
  const { events } = stage.engines;
  const finished = answers.filter(({ ends }) => ends[0]?.outcome === 'FINISHED').length;
  const expected = firstCredits + granted - finished;
  const look = async (): Promise<string[]> => {
    const { balance, reservations } = (await createCommandHandler(events).load(creditStream, people.accountId)).state;
    const open = Object.values(reservations).filter(({ state }) => state === 'OPEN').length;
    const shown = await people.credits();
    return [
      ...(open > 0 ? [`${open} reservations are open`] : []),
      ...(balance === expected ? [] : [`the balance is ${balance} and not ${expected}`]),
      ...(shown === balance ? [] : [`${shown} credits are shown and not ${balance}`]),
    ];
  };
  await until(async () => (await look()).length === 0, withinMs);
  return [...(await look()), ...(await auditLedgers(events)).faults];
}
