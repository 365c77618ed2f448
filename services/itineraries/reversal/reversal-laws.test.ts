import { streamName } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { stopIndexOnDay } from '@waystory/proto/itineraries/stop-order.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { docIn, docsIn } from '../itinerary/doc-table.ts';
import { type StoryCommand, storyStream } from '../itinerary/story.stream.ts';
import type { Story, StoryEvent } from '../itinerary/story.ts';
import { dayAdded, fixtureId, itineraryCreated, owner, place, stopAdded } from '../story.fixture.ts';
import { reversalOf } from './reversal.ts';
import type { CausedEvent } from './story-history.ts';

const { decide, evolve, initial } = storyStream.decider;

/** Random command of a person or a cause; the numbers choose its targets in the story. */
type Intent = {
  kind: 'title' | 'minutes' | 'move' | 'both' | 'index' | 'accept' | 'remove' | 'day-title' | 'arrange' | 'story-title';
  pick: number;
  value: number;
};
type Making = { kind: 'add' | 'add-day'; pick: number; value: number };
const number = fc.nat(7);
const intents = fc.array(
  fc.record({
    kind: fc.constantFrom<(Intent | Making)['kind']>(
      ...([
        'title',
        'title',
        'minutes',
        'move',
        'both',
        'index',
        'accept',
        'remove',
        'day-title',
        'arrange',
        'arrange',
        'story-title',
        'add',
        'add',
        'add-day',
      ] as const),
    ),
    pick: number,
    value: number,
  }),
  { maxLength: 6 },
);

const ofStory = ({ stops, days }: Story) => ({
  stops: docsIn(stops).sort((a, b) => (a.id < b.id ? -1 : 1)),
  days: docsIn(days).sort((a, b) => a.number - b.number),
});
const picked = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];

function commandOf({ kind, pick, value }: Intent | Making, story: Story, made: number): StoryCommand | null {
  const { stops, days } = ofStory(story);
  const [stop, day] = [picked(stops, pick), picked(days, value)];
  const actor = owner;
  const patch = (changes: object): StoryCommand | null => (stop && { type: 'PatchStop', stopId: stop.id, changes, actor }) || null;
  switch (kind) {
    case 'title':
      return patch({ title: `Title ${value}` });
    case 'minutes':
      return patch({ durationMinutes: value * 10 });
    case 'move':
      return patch({ dayIds: day ? [day.id] : [] });
    case 'both':
      return patch({ dayIds: days.slice(0, 2).map(({ id: dayId }) => dayId) });
    case 'index':
      return patch({ index: value });
    case 'accept':
      return patch({ state: value % 2 ? 'ACCEPTED' : 'SUGGESTED' });
    case 'remove':
      return stop ? { type: 'RemoveStop', stopId: stop.id, actor } : null;
    case 'day-title':
      return day ? { type: 'PatchDay', dayId: day.id, changes: { title: `Day ${pick}` }, actor } : null;
    case 'arrange':
      return day ? { type: 'PatchDay', dayId: day.id, changes: { stopIds: day.stopIds.toReversed() }, actor } : null;
    case 'story-title':
      return { type: 'PatchItinerary', changes: { title: `Story ${value}` }, actor };
    case 'add':
      return {
        ...{ type: 'AddStop', stopId: `e1000000-0000-8000-8000-${String(made).padStart(12, '0')}`, place, origin: 'ASSISTANT', actor },
        stop: { title: `New ${value}`, dayIds: day ? [day.id] : [] },
      };
    case 'add-day':
      return { type: 'AddDay', dayId: `d1000000-0000-8000-8000-${String(made).padStart(12, '0')}`, day: {}, actor };
  }
}

/** A story that grows event by event. */
function storyOf() {
  const events: CausedEvent[] = [];
  let story: Story = initial;
  const add = (cause: string | null, more: readonly StoryEvent[]): void => {
    for (const one of more) {
      const at = {
        stream: streamName('itinerary', 'f0000000-0000-8000-8000-000000000000'),
        version: events.length + 1,
        at: '2026-01-01T00:00:00.000Z',
      };
      const event: CausedEvent = { ...one, ...at, cause, actorId: owner.accountId };
      story = evolve(story, event);
      events.push(event);
    }
  };
  const command = (cause: string | null, one: StoryCommand): void => {
    try {
      add(cause, decide(one, story));
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
    }
  };
  return {
    events,
    add,
    get story() {
      return story;
    },
    intend: (cause: string | null, all: readonly (Intent | Making)[]): void => {
      for (const one of all) {
        const made = commandOf(one, story, events.length);
        if (made) command(cause, made);
      }
    },
    /** The decider must accept every command of a reversal. */
    reverse: (causes: readonly string[], as: string) => {
      const { commands, restored, left } = reversalOf(events.slice(), ({ cause }) => cause !== null && causes.includes(cause), owner);
      for (const one of commands) add(as, decide(one, story));
      return { restored, left };
    },
  };
}

const begun = (): ReturnType<typeof storyOf> => {
  const it = storyOf();
  it.add(null, [itineraryCreated(), dayAdded(1), dayAdded(2), ...[1, 2, 3].map((one) => stopAdded(one, [fixtureId('d', 1)]))]);
  return it;
};

/** Fields that events write, as id and field name, by the content of the events and not by their effect. */
function namedBy(events: readonly CausedEvent[], from: number): Set<string> {
  const fields = (thing: string, changes: object): string[] => Object.keys(changes).map((field) => `${thing} ${field}`);
  return new Set(
    events.slice(from).flatMap((event): string[] => {
      switch (event.type) {
        case 'StopRewritten':
          return fields(event.data.stopId, event.data.changes);
        case 'StopMoved':
          return [`${event.data.stopId} dayIds`, `${event.data.stopId} index`];
        case 'StopAccepted':
        case 'StopSuggested':
          return [`${event.data.stopId} state`];
        case 'StopRemoved':
        case 'StopAdded':
          return [event.data.stopId];
        case 'DayRewritten':
          return fields(event.data.dayId, event.data.changes);
        case 'ItineraryRewritten':
          return fields('itinerary', event.data.changes);
        default:
          return [];
      }
    }),
  );
}

const stopFields = ['title', 'durationMinutes', 'dayIds', 'index', 'state'] as const;

/** The visible part of a story: all but versions, times and the order of unordered parts. */
function seen(story: Story): unknown {
  const { stops, days } = ofStory(story);
  const bare = ({ version: _, createdAt: _created, updatedAt: _updated, ...doc }: (typeof stops)[number]) => doc;
  const { title, daysCount, stopsCount, dayIds, countryIds } = story.itinerary ?? {};
  return {
    ...{ title, daysCount, stopsCount, dayIds, countryIds },
    stops: stops.map(bare),
    // Stops with the same index are unordered.
    days: days.map((day) => ({
      ...{ id: day.id, title: day.title, number: day.number, stopsCount: day.stopsCount },
      stops: [...day.stopIds].sort(),
      order: day.stopIds.map((stopId) => {
        const stop = docIn(story.stops, stopId);
        return stop && stopIndexOnDay(stop, day.id);
      }),
    })),
  };
}

test('A reversal restores fields without later writes, keeps later writes, and is itself reversible', () => {
  fc.assert(
    fc.property(intents, intents, intents, (before, turn, later) => {
      const it = begun();
      it.intend(null, before);
      const old = it.story;
      it.intend('tool:t:1', turn);
      const madeByTurn = new Set(
        ofStory(it.story)
          .stops.filter((stop) => !docIn(old.stops, stop.id))
          .map((stop) => stop.id),
      );
      const from = it.events.length;
      it.intend(null, later);
      const [touched, found] = [namedBy(it.events, from), it.story];
      it.reverse(['tool:t:1'], 'reversal:1');
      const now = it.story;
      const isTouched = (stopId: string): boolean => [...touched].some((one) => one.startsWith(stopId));

      for (const stop of ofStory(old).stops) {
        const [is, was] = [docIn(now.stops, stop.id), docIn(found.stops, stop.id)];
        if (!was && touched.has(stop.id)) expect(is).toBeUndefined();
        else
          for (const field of stopFields) {
            const expected = touched.has(`${stop.id} ${field}`) ? was?.[field] : stop[field];
            // A move writes both fields, and may change only one of them.
            if (touched.has(`${stop.id} ${field}`) && ['dayIds', 'index'].includes(field))
              expect([was?.[field], stop[field]]).toContainEqual(is?.[field]);
            else expect(is?.[field], `${field} of ${stop.id}`).toEqual(expected);
          }
      }
      for (const stop of ofStory(found).stops)
        if (!docIn(old.stops, stop.id)) expect(docIn(now.stops, stop.id) !== undefined).toBe(!madeByTurn.has(stop.id) || isTouched(stop.id));
      for (const day of ofStory(now).days) {
        if (docIn(old.days, day.id))
          expect(day.title).toBe(touched.has(`${day.id} title`) ? docIn(found.days, day.id)?.title : docIn(old.days, day.id)?.title);
      }
      expect(now.itinerary?.title).toBe((touched.has('itinerary title') ? found : old).itinerary?.title);

      it.reverse(['reversal:1'], 'reversal:2');
      expect(seen(it.story)).toEqual(seen(found));
      it.reverse(['tool:t:1', 'reversal:2'], 'reversal:3');
      expect(seen(it.story)).toEqual(seen(now));
    }),
    { numRuns: 600 },
  );
});

test('Turns are reversed one after the other, the last turn first', () => {
  fc.assert(
    fc.property(intents, intents, (first, second) => {
      const it = begun();
      const [old] = [it.story, it.intend('tool:t:1', first)];
      const [between, count] = [it.story, it.events.length];
      it.intend('tool:t:2', second);
      const rewritten = namedBy(it.events.slice(), count);
      it.reverse(['tool:t:2'], 'reversal:2');
      expect(seen(it.story)).toEqual(seen(between));
      const { left } = it.reverse(['tool:t:1'], 'reversal:1');
      // A change that the second turn made and reverted leaves nothing to reverse, but is still a later write.
      for (const { kind, id: thing, fields } of left)
        for (const field of fields) expect(rewritten).toContain(`${kind === 'itinerary' ? kind : thing} ${field}`);
      if (left.length === 0) expect(seen(it.story)).toEqual(seen(old));
    }),
    { numRuns: 400 },
  );
});

test('An itinerary created by a turn is removed if it has no other writes, and restored completely', () => {
  fc.assert(
    fc.property(intents, fc.oneof(fc.constant([]), intents), (turn, later) => {
      const it = storyOf();
      it.add('tool:t:1', [itineraryCreated(), dayAdded(1), stopAdded(1, [fixtureId('d', 1)])]);
      it.intend('tool:t:1', turn);
      const alone = it.events.length;
      it.intend(null, later);
      const [found, isAlone] = [it.story, it.events.length === alone];
      it.reverse(['tool:t:1'], 'reversal:1');
      const now = it.story;
      expect(now.itinerary === null).toBe(isAlone);
      it.reverse(['reversal:1'], 'reversal:2');
      expect(seen(it.story)).toEqual(seen(found));
      it.reverse(['tool:t:1', 'reversal:2'], 'reversal:3');
      expect(seen(it.story)).toEqual(seen(now));
    }),
    { numRuns: 400 },
  );
});
