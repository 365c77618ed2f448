import { anyProjection } from '@waystory/infra/host/service.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, expectSameInAnyOrder, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figuresProjection } from './figures.projection.ts';

const projection = anyProjection(figuresProjection);
const [accountId, orderId] = ['a0000000-0000-8000-8000-000000000001', 'd0000000-0000-8000-8000-000000000001'];
const account = (number: number): Step => ({ stream: `account-${number}`, type: 'AccountCreated', data: { accountId } });
const story = (number: number): Step => ({ stream: `itinerary-${number}`, type: 'ItineraryCreated', data: { accountId } });
const credits = (number: number, type: string, amount: number, reason?: string): Step => ({
  stream: `credit-${number}`,
  type,
  data: { accountId, credits: amount, reason, grantId: orderId, asOf: null },
  schema: type === 'CreditsGranted' ? 2 : 1,
});
const order = (number: number, type: string): Step => ({ stream: `order-${number}`, type, data: {} });

/** The read model after events, each with its day of March 2026. */
const after = (...events: readonly (readonly [Step, number])[]) => {
  const log = recordedEvents(events.map(([step]) => step)).map((event, index) => ({ ...event, at: `2026-03-0${events[index]?.[1]}T23:59:59.999Z` }));
  return JSON.parse(foldBatches([onePartition(log)], createMemoryDocuments(), projection).json());
};

test('figures projection counts events by day, and as sold only credits granted for a purchase', () => {
  const shelf = JSON.stringify(
    after(
      [account(1), 1],
      [account(2), 2],
      [story(1), 2],
      [credits(1, 'CreditsGranted', 20, 'BEGINNING'), 2],
      [credits(1, 'CreditsGranted', 50, 'PURCHASE'), 2],
      [credits(2, 'CreditsGranted', 200, 'PURCHASE'), 2],
      [credits(1, 'CreditsSettled', 3), 2],
    ),
  );
  expect(shelf).toContain('{"accounts":1,"creditsSold":0,"creditsUsed":0,"id":"2026-03-01","stories":0}');
  expect(shelf).toContain('{"accounts":1,"creditsSold":250,"creditsUsed":3,"id":"2026-03-02","stories":1}');
});

test('figures projection lists an order as unpaid, then as paid, and no longer after its end', () => {
  const placed = [order(1, 'OrderPlaced'), 1] as const;
  expect(JSON.stringify(after(placed))).toContain('"isPaid":false');
  expect(JSON.stringify(after(placed, [order(1, 'OrderExpired'), 2]))).not.toContain('isPaid');
  const late = JSON.stringify(after(placed, [order(1, 'OrderExpired'), 2], [order(1, 'OrderPaid'), 3]));
  expect(late).toContain('"isPaid":true');
  expect(JSON.stringify(after(placed, [order(1, 'OrderPaid'), 2], [order(1, 'OrderFulfilled'), 2]))).not.toContain('isPaid');
});

const lives = fc
  .tuple(fc.nat({ max: 5 }), fc.constantFrom('OrderExpired', 'OrderPaid', 'OrderFulfilled', 'OrderFailed'), fc.nat({ max: 9 }))
  .map(([number, end, amount]): Step[][] => [
    [account(number)],
    [story(number)],
    [credits(number, 'CreditsGranted', amount + 1, 'PURCHASE'), credits(number, 'CreditsSettled', 1)],
    [order(number, 'OrderPlaced'), order(number, end)],
  ]);

test('figures projection yields the same numbers for shuffled streams', () => {
  expectSameInAnyOrder(
    projection,
    fc.uniqueArray(lives, { selector: (life: Step[][]) => life[0]?.[0]?.stream, minLength: 1, maxLength: 5 }).map((all) => all.flat()),
  );
});
