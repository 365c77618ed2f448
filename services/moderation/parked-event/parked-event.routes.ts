import type { Stream } from '@waystory/infra/commands/decider.ts';
import type { DeadLetters } from '@waystory/infra/dead-letters/port.ts';
import { orThrow } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import { type ParkedEventEvent, parkedEventEvents, parkedEventRoutes } from '@waystory/proto/operations/parked-event.ts';
import { parkedEventDetailOf, parkedEventSummaryOf } from './parked-event.view.ts';

/** Consumer, stream and type of the parked event. */
interface Concerned {
  consumer: string;
  subject: string;
  eventType: string;
}
type ParkedEventCommand = ({ type: 'RequestReplay' } & Concerned) | ({ type: 'Discard'; reason: string } & Concerned);

function decide({ type, ...data }: ParkedEventCommand): ParkedEventEvent[] {
  return 'reason' in data ? [{ type: 'ParkedEventDiscarded', data }] : [{ type: 'ParkedEventReplayRequested', data }];
}

/** Stream that records the acts of administrators on one parked event for the audit log. */
const parkedEventStream: Stream<ParkedEventCommand, Concerned | null, ParkedEventEvent> = {
  category: 'parkedevent',
  stateVersion: 1,
  events: parkedEventEvents,
  decider: { initial: null, decide, evolve: (_, { data: { consumer, subject, eventType } }) => ({ consumer, subject, eventType }) },
};

type Routes = typeof parkedEventRoutes;

/** Most parked events that are counted; a total of this number is a lower bound. */
const mostCounted = 1_000;

const command = commandRouteHandler(parkedEventStream);

/** Routes of parked events. The request is stored before the consumer is notified, so a client may repeat it after an interruption. */
export function bindParkedEventRoutes(deadLetters: DeadLetters): BoundRoutes {
  const find = async (id: string) => orThrow(await deadLetters.find(id), 'parked-event/unknown');
  const concerned = async (id: string) => {
    const { consumer, record } = await find(id);
    return { consumer, subject: record.event.stream, eventType: record.event.type };
  };
  const replay = command<Routes['replayParkedEvent']>(
    ({ params: { id } }) => ({ id, command: async () => ({ type: 'RequestReplay', ...(await concerned(id)) }) }),
    (state, { params }) => {
      const { consumer, subject } = orThrow(state, 'parked-event/unknown');
      return { id: params.id, consumer, stream: subject };
    },
  );
  const discard = command<Routes['discardParkedEvent']>(
    ({ params: { id }, query: { reason } }) => ({ id, command: async () => ({ type: 'Discard', reason, ...(await concerned(id)) }) }),
    () => undefined,
  );
  return bindRoutes(parkedEventRoutes, {
    listParkedEvents: async ({ query: { consumer, limit } }) => {
      const [items, all] = await Promise.all([
        deadLetters.list({ limit, ...(consumer !== undefined && { consumer }) }),
        deadLetters.list({ limit: mostCounted }),
      ]);
      const consumers = Array.from(
        Map.groupBy(all, (one) => one.consumer),
        ([name, events]) => ({ consumer: name, events: events.length }),
      );
      return { body: { items: items.map(parkedEventSummaryOf), consumers: consumers.toSorted((a, b) => b.events - a.events), total: all.length } };
    },
    getParkedEvent: async ({ params }) => ({ body: parkedEventDetailOf(await find(params.id)) }),
    replayParkedEvent: async (request, services) => {
      const answer = await replay(request, services);
      await deadLetters.replay(answer.body.consumer, answer.body.stream);
      return answer;
    },
    discardParkedEvent: async (request, services) => {
      const answer = await discard(request, services);
      await deadLetters.discard(request.params.id);
      return answer;
    },
  });
}
