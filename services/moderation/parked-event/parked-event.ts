import type { Stream } from '@waystory/infra/commands/decider.ts';
import { type ParkedEventEvent, parkedEventEvents } from '@waystory/proto/operations/parked-event.ts';

/** Whom it concerns. */
interface Concerned {
  consumer: string;
  subject: string;
  eventType: string;
}
export type ParkedEventCommand = ({ type: 'RequestReplay' } & Concerned) | ({ type: 'Discard'; reason: string } & Concerned);

function decide({ type, ...data }: ParkedEventCommand): ParkedEventEvent[] {
  return 'reason' in data ? [{ type: 'ParkedEventDiscarded', data }] : [{ type: 'ParkedEventReplayRequested', data }];
}

/** One stream per parked event: what administrators did about it, which the audit log tells. */
export const parkedEventStream: Stream<ParkedEventCommand, Concerned | null, ParkedEventEvent> = {
  category: 'parkedevent',
  stateVersion: 1,
  events: parkedEventEvents,
  decider: { initial: null, decide, evolve: (_, { data: { consumer, subject, eventType } }) => ({ consumer, subject, eventType }) },
};
