import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createParkedState, errorOf, eventsOf, type Fact, isDue, type ParkedFact } from './state.ts';

interface Logged {
  at: number;
  fact: Fact;
}
const keyOf = ({ fact }: Logged): string => `${fact.kind}:${fact.id}`;

const consumer = fc.constantFrom('x', 'y');
const stream = fc.constantFrom('a', 'b');
/** Few of everything, so that they meet. */
const id = fc.integer({ min: 0, max: 7 });
/** An event is always of the same stream and has the same place. */
const parked = fc.record({ consumer, eventId: fc.integer({ min: 0, max: 3 }), error: fc.option(fc.constantFrom('no', 'odd')) }).map(
  ({ eventId, ...rest }): ParkedFact => ({
    ...rest,
    stream: eventId % 2 ? 'a' : 'b',
    eventId: String(eventId),
    partition: '0',
    offset: eventId,
    event: new Uint8Array(),
    parkedAt: '2026-01-01T00:00:00.000Z',
  }),
);
const step: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 3, arbitrary: parked.map((value): Fact => ({ kind: 'event', id: '', value })) },
  { weight: 2, arbitrary: id.map((one): Fact => ({ kind: 'event', id: String(one), value: null })) },
  fc.record({ kind: fc.constant('error' as const), id: id.map(String), value: fc.option(fc.constantFrom('again', 'still')) }),
  fc.record({ kind: fc.constant('discard' as const), id: id.map(String), value: fc.constantFrom(true as const, null) }),
  fc.record({ consumer, stream }).map((value): Fact => ({ kind: 'request', id: '', value })),
  id.map((one): Fact => ({ kind: 'request', id: String(one), value: null })),
);
/** What is parked and what is asked for have keys of their own, as the adapter gives them. */
const log = fc
  .array(step, { maxLength: 40 })
  .map((facts) => facts.map((fact, at): Logged => ({ at, fact: fact.id ? fact : numbered(fact, facts, at) })));
const numbered = (fact: Fact, facts: readonly Fact[], at: number): Fact => ({
  ...fact,
  id: String(facts.slice(0, at).filter(({ id: one, kind }) => one === '' && kind === fact.kind).length),
});

function view(records: readonly Logged[]) {
  const state = createParkedState();
  for (const { fact, at } of records) state.fold(fact, at);
  const streams = state.streams().toSorted((a, b) => `${a.consumer}/${a.stream}`.localeCompare(`${b.consumer}/${b.stream}`));
  return streams.map((of) => ({
    consumer: of.consumer,
    stream: of.stream,
    due: isDue(of),
    events: eventsOf(of).map((entry) => ({ id: entry.id, error: errorOf(entry), discarded: entry.discarded })),
  }));
}

/** What a broker may leave of the log: records that a later one of their key replaces are gone up to a point, and ends that end nothing. */
function compacted(records: readonly Logged[], upTo: number, keepsEnds: boolean): Logged[] {
  const last = new Map(records.filter(({ at }) => at < upTo).map((one) => [keyOf(one), one.at]));
  return records.filter((one) => one.at >= upTo || (last.get(keyOf(one)) === one.at && (keepsEnds || one.fact.value !== null)));
}

test('a compaction, wherever it got to, changes nothing', () => {
  fc.assert(
    fc.property(log, fc.nat(40), fc.boolean(), (records, upTo, keepsEnds) => {
      expect(view(compacted(records, upTo, keepsEnds))).toEqual(view(records));
    }),
    { numRuns: 3_000 },
  );
});

test('a fact that means nothing can be left out', () => {
  fc.assert(
    fc.property(log, (records) => {
      const state = createParkedState();
      // What is parked twice counts again when the first is removed, so it is the writer who must end it.
      const meant = records.filter(({ fact, at }) => state.fold(fact, at) || fact.kind === 'event');
      expect(view(meant)).toEqual(view(records));
    }),
    { numRuns: 3_000 },
  );
});
