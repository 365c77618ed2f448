import type { BusRecord } from '@waystory/infra/bus/port.ts';
import { recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditProjection } from './audit.projection.ts';

/** Metadata of an event: an ordinary act, a role or a job. Only the last two yield an audit entry. */
const acting = fc.constantFrom({}, { role: 'moderator' }, { role: 'admin' }, { jobId: 'c0000000-0000-8000-8000-000000000001' });
const life = (id: string): fc.Arbitrary<{ step: Step; by: object }[]> =>
  fc.array(
    fc.record({
      step: fc
        .constantFrom('ItineraryHidden', 'ItineraryRestored', 'ItineraryDeleted')
        .map((type): Step => ({ stream: `itinerary-${id}`, type, data: {} })),
      by: acting,
    }),
    { maxLength: 6 },
  );

/** Bus records with one partition per stream, because a bus guarantees the order within a stream only. */
function recordsOf(lives: readonly (readonly { step: Step; by: object }[])[]): BusRecord[][] {
  return lives.map((events) =>
    recordedEvents(events.map(({ step }) => step)).map((event, index) => ({
      partition: event.stream,
      offset: event.version,
      event: { ...event, at: '2026-01-01T00:00:00.000Z', meta: { ...event.meta, ...events[index]?.by } },
    })),
  );
}
const entriesOf = (batches: BusRecord[][]): string => foldBatches(batches, createMemoryDocuments(), auditProjection).json();

test('audit projection yields the same entries for shuffled and repeated streams', () => {
  fc.assert(
    fc.property(fc.tuple(...['1', '2', '3', '4'].map(life)), fc.boolean(), (lives, twice) => {
      const streams = recordsOf(lives);
      const straight = entriesOf(streams);
      const shuffled = [...streams.toReversed(), ...(twice ? streams : [])].flatMap((records) => records.map((record) => [record]));
      expect(entriesOf(shuffled)).toBe(straight);
      const due = lives.flat().filter(({ by }) => Object.keys(by).length > 0).length;
      expect(straight.match(/"action"/g)?.length ?? 0).toBe(due);
    }),
    { numRuns: 200 },
  );
});
