import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { type CreditCommand, creditStream } from '@waystory/services/billing/credit/credit.ts';

/** Appends to the credit ledger of an account directly, because the API cannot grant credits. */
export async function enter(events: EventStore, command: CreditCommand): Promise<void> {
  const context = { actorId: null, now: new Date().toISOString(), commandId: newId() };
  await createCommandHandler(events).execute(creditStream, command.accountId, [command], context);
}
