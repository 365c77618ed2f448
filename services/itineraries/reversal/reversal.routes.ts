import type { CommandContext, CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { streamName } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { isAdmin, type Principal } from '@waystory/infra/identity/principal.ts';
import { reversalRoutes } from '@waystory/proto/itineraries/reversal.ts';
import { reversalCause } from '@waystory/proto/kit/cause.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import { requireChangeableItinerary } from '../itinerary/itinerary.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import { type StoryEvent, storyEvents } from '../itinerary/story.ts';
import { reversalOf } from './reversal.ts';
import type { CausedEvent } from './story-history.ts';

/** Maximum attempts at a reversal, the first included; a concurrent write to its story causes a retry. */
const mostLooks = 8;

/** Reverses the changes of some causes to a story, as the caller. */
export async function openReversals({ engines }: Pick<OpenServices, 'engines'>): Promise<ServiceParts> {
  const { events } = engines;
  return {
    routes: [
      bindRoutes(reversalRoutes, {
        reverseItinerary: async ({ params, body, principal, context }, { commands }) => {
          const cause = reversalCause(context.commandId);
          const of = { id: params.id, causes: new Set(body.causes), principal, context: { ...context, cause } };
          const { restored, left, ...written } = await reverse(of, commands, events);
          return { ...written, body: { cause, restored, left } };
        },
      }),
    ],
  };
}

interface ReversalRequest {
  id: string;
  causes: ReadonlySet<string>;
  principal: Principal;
  context: CommandContext;
}

/** @throws Rejected as its commands are, or (`request/conflict`) when concurrent writes exhaust the retries. */
async function reverse({ id, causes, principal, context }: ReversalRequest, commands: CommandHandler, events: Pick<EventStore, 'read'>) {
  const name = streamName(storyStream.category, id);
  // Only admins can reverse events of other accounts.
  const isAsked = ({ cause, actorId }: CausedEvent): boolean =>
    cause !== null && causes.has(cause) && (actorId === principal.accountId || isAdmin(principal));
  for (let look = 1; ; look++) {
    const recorded = await events.read(name);
    // A repeated request reads only the events that the first request read.
    const repetition = recorded.findIndex(({ meta }) => meta.commandId === context.commandId);
    const before = repetition < 0 ? recorded : recorded.slice(0, repetition);
    const reversal = reversalOf(before.map(causedEventOf), isAsked, principal);
    requireChangeableItinerary(reversal.history.living, principal);
    const lastVersion = before.at(-1)?.version ?? 0;
    const { restored, left } = reversal;
    try {
      const { position, replayed } = await commands.execute(storyStream, id, reversal.commands, context, { streamVersion: lastVersion });
      return { restored, left, position, replayed };
    } catch (error) {
      // A rejection may be due to a write since the story was read.
      if (!(error instanceof Rejected) || look === mostLooks || (await events.read(name, lastVersion)).length === 0) throw error;
    }
  }
}

const causedEventOf = ({ type, schema, data, stream, version, at, meta }: RecordedEvent): CausedEvent => {
  const event = { type, data: upcast(storyEvents, { type, schema, data }) } as StoryEvent; // the stream holds no others
  return { ...event, stream, version, at, cause: meta.cause ?? null, actorId: meta.actorId };
};
