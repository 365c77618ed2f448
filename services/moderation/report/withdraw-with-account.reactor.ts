import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { anyOf, eq } from '@waystory/proto/kit/filter.ts';
import { caseIdOf, caseStream } from '../case/case.ts';
import { reportStream } from './report.ts';
import { reports } from './reports.projection.ts';

const batch = 100;

/** An account that goes takes along what it told moderators, what they were told of it, and what they said to that. */
export const withdrawWithAccount = ({ commands, reads }: ReactorServices): Reactor =>
  defineReactor({
    name: 'withdraw-reports-with-account',
    reads: accountEvents,
    on: {
      AccountDeleted: async ({ data: { accountId }, at, position }) => {
        const ofAccount = anyOf(eq('accountId', accountId), eq('reportableId', accountId));
        for (let after: string | null = null; ; ) {
          const left: { id: string }[] = await reads(position).walk(reports, ofAccount, after, batch);
          for (const { id } of left) {
            const context = { actorId: null, now: at, commandId: derivedId('withdraw-with-account', accountId, id) };
            await commands.execute(reportStream, id, [{ type: 'WithdrawReport' }], context);
          }
          if (left.length < batch) break;
          after = left.at(-1)?.id ?? null;
        }
        const caseId = caseIdOf('account', accountId);
        const context = { actorId: null, now: at, commandId: derivedId('withdraw-with-account', accountId, caseId) };
        await commands.execute(caseStream, caseId, [{ type: 'EraseCase' }], context);
      },
    },
  });
