import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyOrderStep,
  anyRepetition,
  interleavingsUpTo,
  orderStepsOf,
  repetitionOf,
  stripeSequences,
  violatedLawAfter,
} from './order-laws.fixture.ts';

test.each(stripeSequences.map((story) => [story.join(', '), story] as const))(
  'order after %s: credits match the money kept in every interleaving of up to six steps',
  { timeout: 600_000 },
  async (_, story) => {
    let told = 0;
    for (const word of interleavingsUpTo(6, story)) {
      const fault = await violatedLawAfter(orderStepsOf(story, word));
      if (fault) expect.fail(`${word}: ${fault}`);
      told++;
    }
    console.log(`${told} ways`);
  },
);

test('order: credits match the money kept in 20,000 random interleavings', { timeout: 900_000 }, async () => {
  const ends: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(fc.array(anyOrderStep, { maxLength: 30, size: 'max' }), anyRepetition, async (happenings, times) => {
      const fault = await violatedLawAfter(happenings, { repetition: repetitionOf(times) }, (status) => {
        ends[status] = (ends[status] ?? 0) + 1;
      });
      expect(fault).toBeNull();
    }),
    { numRuns: 20_000 },
  );
  console.log(ends);
  // The random runs must reach every final status, or they covered too little.
  expect(Object.keys(ends).toSorted()).toEqual(['CANCELLED', 'EXPIRED', 'FAILED', 'FULFILLED', 'REFUNDED']);
});
