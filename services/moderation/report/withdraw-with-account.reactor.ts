import type { CommandContext } from '@waystory/infra/commands/command-handler.ts';
import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { erasureContext } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { anyOf, eq } from '@waystory/proto/kit/filter.ts';
import { reportEvents } from '@waystory/proto/operations/report.ts';
import { caseIdOf, caseStream } from '../case/case.ts';
import { reportStream } from './report.ts';
import { reports } from './reports.projection.ts';

const batch = 100;

/** Withdraws reports by and about a deleted account, with the notes of moderators on them. Erases the outcome of the account's case. */
export const withdrawReportsWithAccount = ({ commands, reads, isGone }: ReactorServices): Reactor => {
  const withdraw = (id: string, context: CommandContext) => commands.execute(reportStream, id, [{ type: 'WithdrawReport' }], context);
  return defineReactor({
    name: 'withdraw-reports-with-account',
    reads: joinEvents(accountEvents, reportEvents),
    on: {
      AccountDeleted: async ({ data: { accountId }, at, position }) => {
        const ofAccount = anyOf(eq('accountId', accountId), eq('reportableId', accountId));
        for (let after: string | null = null; ; ) {
          const left: { id: string }[] = await reads(position).walk(reports, ofAccount, after, batch);
          for (const { id } of left) {
            const context = { actorId: null, now: at, commandId: derivedId('withdraw-with-account', accountId, id) };
            await withdraw(id, context);
          }
          if (left.length < batch) break;
          after = left.at(-1)?.id ?? null;
        }
        const caseId = caseIdOf('account', accountId);
        const context = { actorId: null, now: at, commandId: derivedId('withdraw-with-account', accountId, caseId) };
        await commands.execute(caseStream, caseId, [{ type: 'EraseCase' }], context);
      },
      // The reporter or the reported account may have been deleted concurrently.
      ReportFiled: async (event) => {
        const { accountId, reportableType, reportableId } = event.data;
        const id = streamId(event.stream);
        if ((await isGone(accountId)) || (reportableType === 'account' && (await isGone(reportableId))))
          await withdraw(id, erasureContext(event, id));
      },
    },
  });
};
