import type pg from 'pg';
import type { CheckoutChange } from '../checkout/rules.ts';
import { resourceMissing } from '../refusal.ts';
import { isObjectId, type Queryable, type Sandbox } from '../sandbox.ts';
import { type EventCause, eventShape } from '../shapes/event.ts';
import { plannedDeliveriesOf, readDeliveryModes } from './delivery-mode.ts';

type StripeEvent = ReturnType<typeof eventShape>;

/** Stores the events of a checkout and plans their deliveries, in the transaction that changed the checkout. */
export async function recordEvents(
  client: pg.PoolClient,
  sandbox: Sandbox,
  checkoutId: string,
  happenings: readonly CheckoutChange[],
  cause: EventCause,
): Promise<void> {
  if (happenings.length === 0) return;
  const modes = await readDeliveryModes(client);
  const [now, created] = [sandbox.now(), Math.floor(sandbox.now())];
  const events = happenings.map((one) => eventShape(one, { id: sandbox.newId('evt'), created, origin: sandbox.origin, cause }));
  await client.query(
    `insert into stripe_events (id, type, created, checkout, body)
     select id, type, $4, $5, body from unnest($1::text[], $2::text[], $3::json[]) with ordinality as e (id, type, body, place) order by place`,
    [events.map(({ id }) => id), events.map(({ type }) => type), events.map((event) => JSON.stringify(event)), created, checkoutId],
  );
  const planned = events.flatMap(({ id, type }) => plannedDeliveriesOf(modes, type, sandbox.random).map((plan) => ({ id, ...plan })));
  await client.query(
    `insert into stripe_deliveries (event, due_at, unbelieved)
     select event, to_timestamp(due), unbelieved from unnest($1::text[], $2::float8[], $3::int[]) with ordinality as d (event, due, unbelieved, place) order by place`,
    [planned.map(({ id }) => id), planned.map(({ late }) => now + late), planned.map(({ unbelieved }) => unbelieved)],
  );
}

/** Filter and page of a list of events. */
interface EventFilter {
  types?: readonly string[] | undefined;
  /** Bounds of the creation time, seconds since 1970. */
  created?: Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number>> | undefined;
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** SQL expression: number of pending deliveries of an event. */
const pending = '(select count(*)::int from stripe_deliveries d where d.event = e.id and d.ended_at is null) as pending';

interface Row {
  body: StripeEvent;
  pending: number;
}
const shown = ({ body, pending: pending_webhooks }: Row): StripeEvent => ({ ...body, pending_webhooks });

/** Events, newest first. Returns at most `limit + 1`, so that the caller sees whether a further page exists. */
export async function eventsOf(asks: Queryable, { types, created = {}, after, before, limit }: EventFilter): Promise<StripeEvent[]> {
  const place = (id: string): string => `(select number from stripe_events where id = ${id})`;
  const { rows } = await asks.query<Row>(
    `select body, ${pending} from stripe_events e where ($1::text[] is null or type = any ($1))
       and created > $2 and created >= $3 and created < $4 and created <= $5
       and ($6::text is null or number < ${place('$6')}) and ($7::text is null or number > ${place('$7')})
     order by number ${before ? 'asc' : 'desc'} limit $8`,
    [
      types ?? null,
      created.gt ?? -1,
      created.gte ?? 0,
      created.lt ?? Number.MAX_SAFE_INTEGER,
      created.lte ?? Number.MAX_SAFE_INTEGER,
      after ?? null,
      before ?? null,
      limit + 1,
    ],
  );
  return rows.map(shown);
}

/**
 * The event with this id.
 * @throws StripeRefusal when it does not exist
 */
export async function eventOf(asks: Queryable, id: string): Promise<StripeEvent> {
  const { rows } = isObjectId(id) ? await asks.query<Row>(`select body, ${pending} from stripe_events e where id = $1`, [id]) : { rows: [] };
  const [row] = rows;
  if (!row) throw resourceMissing('event', id);
  return shown(row);
}
