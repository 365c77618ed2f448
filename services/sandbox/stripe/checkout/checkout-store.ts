import type pg from 'pg';
import { recordEvents } from '../events/event-store.ts';
import { resourceMissing } from '../refusal.ts';
import { inTransaction, isObjectId, type Queryable, type Sandbox } from '../sandbox.ts';
import type { EventCause } from '../shapes/event.ts';
import type { Checkout } from './checkout.ts';
import { type CheckoutRule, expireSession, type RuleOutcome, settleDelayedPayment } from './rules.ts';

/** Next scheduled change of a checkout. */
export interface ScheduledChange {
  what: 'expires' | 'succeeds' | 'fails';
  /** Seconds since 1970. */
  at: number;
}

/** Names of object kinds in error messages. */
export const objectKindNames = {
  session: 'checkout.session',
  intent: 'payment_intent',
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
} as const;
export type ObjectKind = keyof typeof objectKindNames;

const noCause: EventCause = { id: null, idempotency_key: null };
const falls: Readonly<Record<ScheduledChange['what'], CheckoutRule>> = {
  expires: expireSession,
  succeeds: settleDelayedPayment('succeeds'),
  fails: settleDelayedPayment('fails'),
};

interface Row {
  state: Checkout;
  falls: ScheduledChange['what'] | null;
  is_due: boolean;
}

/** Stores a new checkout with its scheduled expiry. */
export async function addCheckout(client: Queryable, checkout: Checkout): Promise<void> {
  await client.query(`insert into stripe_checkouts (id, reference, state, falls, due_at) values ($1, $2, $3, 'expires', to_timestamp($4))`, [
    checkout.id,
    checkout.reference,
    JSON.stringify(checkout),
    checkout.expiresAt,
  ]);
  await nameObjects(client, checkout);
}

/**
 * Applies a rule to a checkout, after its overdue scheduled change. Concurrent changes of the same checkout wait.
 * @param next Next scheduled change. Without it, an open session keeps its expiry, and any other has none.
 * @throws StripeRefusal of the rule
 */
export async function changeCheckout(
  client: pg.PoolClient,
  sandbox: Sandbox,
  id: string,
  rule: CheckoutRule,
  more: { cause?: EventCause; next?: ScheduledChange } = {},
): Promise<Checkout> {
  if (!isObjectId(id)) throw resourceMissing(objectKindNames.session, id, 'session');
  const { rows } = await client.query<Row>(
    'select state, falls, due_at <= to_timestamp($2) as is_due from stripe_checkouts where id = $1 for update',
    [id, sandbox.now()],
  );
  const [row] = rows;
  if (!row) throw resourceMissing(objectKindNames.session, id, 'session');
  const moment = { now: Math.floor(sandbox.now()), newId: sandbox.newId };
  const fallen: RuleOutcome = row.falls && row.is_due ? falls[row.falls](row.state, moment) : { checkout: row.state, happenings: [] };
  const { checkout, happenings } = rule(fallen.checkout, moment);
  await client.query(
    `update stripe_checkouts set state = $2, falls = case when $3::text is not null then $3 when $5 then falls end,
       due_at = case when $3::text is not null then to_timestamp($4) when $5 then due_at end where id = $1`,
    [id, JSON.stringify(checkout), more.next?.what ?? null, more.next?.at ?? 0, checkout.status === 'open'],
  );
  await nameObjects(client, checkout);
  await recordEvents(client, sandbox, id, [...fallen.happenings, ...happenings], more.cause ?? noCause);
  return checkout;
}

/** Changes a checkout in a separate transaction. */
export async function changeCheckoutInTransaction(sandbox: Sandbox, id: string, rule: CheckoutRule, next?: ScheduledChange): Promise<Checkout> {
  const checkout = await inTransaction(sandbox.pool, (client) => changeCheckout(client, sandbox, id, rule, next && { next }));
  sandbox.wake();
  return checkout;
}

const unchanged: CheckoutRule = (checkout) => ({ checkout, happenings: [] });

/** Applies the overdue scheduled change of a checkout. */
export const applyDueChange = (sandbox: Sandbox, id: string): Promise<Checkout> => changeCheckoutInTransaction(sandbox, id, unchanged);

/** Applies up to 100 overdue scheduled changes; returns the number of changed checkouts. */
export async function applyDueChanges(sandbox: Sandbox): Promise<number> {
  const { rows } = await sandbox.pool.query<{ id: string }>(
    'select id from stripe_checkouts where due_at <= to_timestamp($1) order by due_at limit 100',
    [sandbox.now()],
  );
  for (const { id } of rows) await applyDueChange(sandbox, id);
  return rows.length;
}

/** Id of the checkout that contains an object of this kind. @throws StripeRefusal when the object does not exist */
export async function checkoutIdOf(asks: Queryable, kind: ObjectKind, id: string, param = 'id'): Promise<string> {
  const { rows } = isObjectId(id)
    ? await asks.query<{ checkout: string }>('select checkout from stripe_objects where id = $1 and kind = $2', [id, kind])
    : { rows: [] };
  const [row] = rows;
  if (!row) throw resourceMissing(objectKindNames[kind], id, param);
  return row.checkout;
}

/** The checkout that contains an object of this kind, with overdue changes applied. @throws StripeRefusal when the object does not exist */
export async function checkoutOf(sandbox: Sandbox, kind: ObjectKind, id: string, param = 'id'): Promise<Checkout> {
  const checkout = await checkoutIdOf(sandbox.pool, kind, id, param);
  const { rows } = await sandbox.pool.query<Row>('select state, falls, due_at <= to_timestamp($2) as is_due from stripe_checkouts where id = $1', [
    checkout,
    sandbox.now(),
  ]);
  const [row] = rows;
  return row && !row.is_due ? row.state : applyDueChange(sandbox, checkout);
}

/** Requested page of a list, newest first: `after` and `before` are ids of objects, as cursors. */
export interface ListPart {
  limit: number;
  after?: string | undefined;
  before?: string | undefined;
}

/** Objects of a kind with their checkouts, newest first. Returns at most `limit + 1`, so that the caller sees whether a further page exists. */
export async function objectsOf(
  sandbox: Sandbox,
  kind: ObjectKind,
  { limit, after, before }: ListPart,
  ofCheckout?: string,
): Promise<{ id: string; checkout: Checkout }[]> {
  const place = (id: string): string => `(select number from stripe_objects where id = ${id})`;
  const { rows } = await sandbox.pool.query<{ id: string; state: Checkout }>(
    `select o.id, c.state from stripe_objects o join stripe_checkouts c on c.id = o.checkout
     where o.kind = $1 and ($2::text is null or o.checkout = $2) and ($3::text is null or o.number < ${place('$3')})
       and ($4::text is null or o.number > ${place('$4')}) order by o.number ${before ? 'asc' : 'desc'} limit $5`,
    [kind, ofCheckout ?? null, after ?? null, before ?? null, limit + 1],
  );
  return rows.map(({ id, state }) => ({ id, checkout: state }));
}

async function nameObjects(client: Queryable, { id, intent, refunds, disputes }: Checkout): Promise<void> {
  const named: (readonly [id: string, kind: ObjectKind])[] = [
    [id, 'session'],
    ...(intent ? ([[intent.id, 'intent']] as const) : []),
    ...(intent?.charges ?? []).map((charge) => [charge.id, 'charge'] as const),
    ...refunds.map((refund) => [refund.id, 'refund'] as const),
    ...disputes.map((dispute) => [dispute.id, 'dispute'] as const),
  ];
  await client.query(
    'insert into stripe_objects (id, kind, checkout) select i, k, $3 from unnest($1::text[], $2::text[]) as n (i, k) on conflict do nothing',
    [named.map(([name]) => name), named.map(([, kind]) => kind), id],
  );
}
