import { streamId } from '@waystory/infra/commands/decider.ts';
import { adminOnly } from '@waystory/infra/read-models/own-only.ts';
import { type Docs, type DocsOf, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { creditEvents } from '@waystory/proto/billing/credit.ts';
import { orderEvents } from '@waystory/proto/billing/order.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { id, instant } from '@waystory/proto/kit/field.ts';
import { type DailyFigures, dailyFigures } from '@waystory/proto/operations/system.ts';
import { z } from 'zod';

/** Daily counts, by date in UTC. */
export const dailyCounts = defineCollection({
  name: 'daily-figures',
  doc: dailyFigures,
  filterable: { id: 'text' },
  sortable: ['id'],
  indexes: [],
  visibleTo: adminOnly,
});

/** Orders that wait for their payment or their credits. */
export const waitingOrders = defineCollection({
  name: 'waiting-orders',
  doc: z.object({ id, since: instant, isPaid: z.boolean() }),
  filterable: { isPaid: 'flag' },
  sortable: [],
  indexes: [{ kind: 'ordered', on: ['isPaid'] }],
  visibleTo: adminOnly,
});

const collections = { days: dailyCounts, waitingOrders };
type Event = { at: string; stream: string };

/** Adds to one count of the event's day. Additions commute, so streams may arrive in any order. */
function count(documents: Docs<DailyFigures>, { at }: Event, field: Exclude<keyof DailyFigures, 'id'>, more = 1): void {
  const day = at.slice(0, 10);
  documents.update(day, (doc) => {
    const before = doc ?? { id: day, accounts: 0, stories: 0, creditsSold: 0, creditsUsed: 0 };
    return { ...before, [field]: before[field] + more };
  });
}

const ended = ({ stream }: Event, docs: DocsOf<typeof collections>): void => docs.waitingOrders.update(streamId(stream), () => undefined);

/** Counts for administrators, projected so that no request scans the log. */
export const figuresProjection = defineProjection({
  name: 'figures',
  version: 1,
  collections,
  reads: joinEvents(joinEvents(accountEvents, itineraryEvents), joinEvents(creditEvents, orderEvents)),
  on: {
    AccountCreated: (event, docs) => count(docs.days, event, 'accounts'),
    ItineraryCreated: (event, docs) => count(docs.days, event, 'stories'),
    CreditsGranted: (event, docs) => {
      if (event.data.reason === 'PURCHASE') count(docs.days, event, 'creditsSold', event.data.credits);
    },
    CreditsSettled: (event, docs) => count(docs.days, event, 'creditsUsed', event.data.credits),
    OrderPlaced: ({ stream, at }, docs) => docs.waitingOrders.create(streamId(stream), { id: streamId(stream), since: at, isPaid: false }),
    // A late payment reopens an ended order, whose document may be gone.
    OrderPaid: ({ stream, at }, docs) =>
      docs.waitingOrders.update(streamId(stream), (doc) => ({ id: streamId(stream), since: doc?.since ?? at, isPaid: true })),
    OrderFulfilled: ended,
    OrderExpired: ended,
    OrderCancelled: ended,
    OrderFailed: ended,
    PaymentDiffered: ended,
    OrderRefunded: ended,
  },
});
