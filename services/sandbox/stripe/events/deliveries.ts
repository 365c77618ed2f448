import type { Log } from '@waystory/infra/log.ts';
import { applyDueChanges } from '../checkout/checkout-store.ts';
import type { Sandbox } from '../sandbox.ts';

/** Webhook endpoint. */
export interface WebhookReceiver {
  send(init: RequestInit): Promise<Response>;
}

/** Timeout of a delivery attempt, seconds. The lease of a delivery is one second longer; then another process takes over. */
const answerWithin = 5;
const takenOverAfter = answerWithin + 1;
/** Longest backoff between two attempts, and the age at which a delivery is given up, seconds. */
const longestPause = 300;
const triedFor = 3 * 24 * 3_600;
const atOnce = 20;
/** Longest pause, milliseconds. It bounds the delay of deliveries that other processes planned. */
const longestRestMs = 2_000;
/** Pause while another process works on everything that is due, milliseconds. */
const busyRestMs = 100;
/** Retention of events, days. Stored answers of idempotency keys are retained for one day. */
const keptDays = 30;
const cleanUpEveryMs = 600_000;

interface Delivery {
  number: string;
  attempts: number;
  unbelieved: number;
  /** Age of the event, seconds. */
  age: number;
  event: string;
  body: unknown;
}

/**
 * Delivers events and applies scheduled changes of checkouts, until it is stopped. Several processes may deliver, because each delivery has a lease
 * for one attempt.
 */
export function startDeliveries(sandbox: Sandbox, receiver: WebhookReceiver, log: Log): { wake: () => void; stop: () => Promise<void> } {
  let isStopped = false;
  let wakeUp = (): void => {};
  let isAwake = false;
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, isAwake ? 0 : ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      timer.unref();
    });
  let cleanUpAt = 0;
  let isAway = false;
  /** @returns Pause until the next round, milliseconds. */
  const round = async (): Promise<number> => {
    if (Date.now() >= cleanUpAt) {
      cleanUpAt = Date.now() + cleanUpEveryMs;
      await forgetOld(sandbox);
    }
    const dueIn = await dueInMs(sandbox);
    if (dueIn > 0) return Math.min(dueIn, longestRestMs);
    const done = (await applyDueChanges(sandbox)) + (await deliverDue(sandbox, receiver));
    return done > 0 ? 0 : busyRestMs;
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      isAwake = false;
      const pause = await round().then(
        (ms) => {
          isAway = false;
          return ms;
        },
        (err: unknown) => {
          if (!isAway) log.warn({ err }, 'the sandbox of payments cannot deliver its events; it goes on trying');
          isAway = true;
          return longestRestMs;
        },
      );
      if (pause > 0 && !isStopped) await rest(pause);
    }
  };
  const running = run();
  const wake = (): void => {
    isAwake = true;
    wakeUp();
  };
  return {
    wake,
    async stop() {
      isStopped = true;
      wake();
      await running;
    },
  };
}

/** Time until the next scheduled change or delivery, milliseconds; not positive when one is due. One statement, because it runs at rest. */
async function dueInMs({ pool, now }: Sandbox): Promise<number> {
  const { rows } = await pool.query<{ due: number | null }>(
    `select extract(epoch from least(
       (select min(due_at) from stripe_checkouts where due_at is not null), (select min(due_at) from stripe_deliveries where ended_at is null)
     ))::float8 as due`,
  );
  const due = rows[0]?.due ?? null;
  return due === null ? Number.POSITIVE_INFINITY : (due - now()) * 1_000;
}

/** Attempts up to 20 due deliveries; returns the number of attempts. */
export async function deliverDue(sandbox: Sandbox, receiver: WebhookReceiver): Promise<number> {
  const { rows } = await sandbox.pool.query<Delivery>(
    `update stripe_deliveries d set attempts = d.attempts + 1, due_at = to_timestamp($1) + make_interval(secs => $2)
     from (select number from stripe_deliveries where ended_at is null and due_at <= to_timestamp($1) order by due_at, number
           limit $3 for update skip locked) as mine, stripe_events e
     where d.number = mine.number and e.id = d.event
     returning d.number, d.attempts, d.unbelieved, d.event, e.body, $1 - e.created as age`,
    [sandbox.now(), takenOverAfter, atOnce],
  );
  await Promise.all(rows.map((delivery) => attempt(sandbox, receiver, delivery)));
  return rows.length;
}

async function attempt(sandbox: Sandbox, receiver: WebhookReceiver, { number, attempts, unbelieved, age, body }: Delivery): Promise<void> {
  const answer = await post(sandbox, receiver, JSON.stringify(body));
  const isAccepted = /^2/.test(answer);
  const isDone = isAccepted && unbelieved === 0;
  const ends = isDone || age > triedFor;
  await sandbox.pool.query(
    `update stripe_deliveries set last_answer = $2, unbelieved = $3, ended_at = case when $4 then to_timestamp($5) end,
       due_at = to_timestamp($5) + make_interval(secs => $6) where number = $1`,
    [number, answer, isAccepted ? Math.max(0, unbelieved - 1) : unbelieved, ends, sandbox.now(), Math.min(2 ** (attempts - 1), longestPause)],
  );
}

/** HTTP status of the webhook's answer, or the error message of a failed request. */
async function post({ keys }: Sandbox, receiver: WebhookReceiver, payload: string): Promise<string> {
  // The SDK is loaded with the first event, because a process that sells nothing does not need it.
  const { default: Stripe } = await import('stripe');
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: keys.webhookSecret });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signature,
  };
  try {
    const signal = AbortSignal.timeout(answerWithin * 1_000);
    const response = await receiver.send({ method: 'POST', body: payload, headers, redirect: 'manual', signal });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function forgetOld({ pool, now }: Sandbox): Promise<void> {
  await pool.query('delete from stripe_requests where created_at < to_timestamp($1) - make_interval(days => 1)', [now()]);
  await pool.query('delete from stripe_events where created < $1', [Math.floor(now()) - keptDays * 24 * 3_600]);
}
