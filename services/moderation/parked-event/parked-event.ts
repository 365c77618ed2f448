import type { Stream } from '@waystory/infra/commands/decider.ts';
import { type ParkedEventEvent, parkedEventEvents } from '@waystory/proto/operations/parked-event.ts';

/** Consumer and event of the request. */
interface Concerned {
  consumer: string;
  subject: string;
  eventType: string;
}
export type ParkedEventCommand = ({ type: 'RequestReplay' } & Concerned) | ({ type: 'Discard'; reason: string } & Concerned);

function decide({ type, ...data }: ParkedEventCommand): ParkedEventEvent[] {
  return 'reason' in data ? [{ type: 'ParkedEventDiscarded', data }] : [{ type: 'ParkedEventReplayRequested', data }];
}

/** One stream per parked event with the acts of administrators, for the audit log. */
export const parkedEventStream: Stream<ParkedEventCommand, Concerned | null, ParkedEventEvent> = {
  category: 'parkedevent',
  stateVersion: 1,
  events: parkedEventEvents,
  decider: { initial: null, decide, evolve: (_, { data: { consumer, subject, eventType } }) => ({ consumer, subject, eventType }) },
};
