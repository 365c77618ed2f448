import type { OpenServices } from '@waystory/infra/host/service.ts';
import type { Engine, EnginePort } from '@waystory/proto/operations/system.ts';

/** Timeout of an engine check, milliseconds. */
const answerWithinMs = 2_000;
/** Lifetime of cached checks, milliseconds, so that many viewers do not load the engines. */
const freshMs = 5_000;

/** Check of one engine. `ask` sends a cheap request; null when the engine needs no check. */
interface Question {
  port: EnginePort;
  name: string;
  ask: ((signal: AbortSignal) => Promise<unknown>) | null;
}

type Watched = Pick<OpenServices, 'config' | 'engines' | 'payments' | 'languageModel' | 'askIdentity'>;

/** Returns a function that checks all engines concurrently. Checks are cached. */
export function createEngineWatch(services: Watched): () => Promise<Engine[]> {
  const questions = questionsOf(services);
  let askedAt = Number.NEGATIVE_INFINITY;
  let answers: Promise<Engine[]> = Promise.resolve([]);
  return () => {
    if (performance.now() - askedAt > freshMs) {
      askedAt = performance.now();
      answers = Promise.all(questions.map(answerTo));
    }
    return answers;
  };
}

function questionsOf({ config, engines, payments, languageModel, askIdentity }: Watched): Question[] {
  const { OIDC_ISSUER, STRIPE_SECRET_KEY, OPENAI_BASE_URL, OPENAI_API_KEY } = config;
  const ownModel = OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined;
  return [
    { port: 'events', name: config.EVENT_STORE, ask: engines.events.head },
    { port: 'bus', name: config.BUS, ask: engines.bus.heads },
    { port: 'projections', name: config.PROJECTIONS, ask: engines.projections.activeVersions },
    { port: 'search', name: config.SEARCH, ask: engines.search.activeBuilds },
    { port: 'workflows', name: config.WORKFLOWS, ask: () => engines.workflows.status('none') },
    { port: 'blobs', name: config.BLOBS, ask: () => engines.blobs.info('none') },
    { port: 'identity', name: OIDC_ISSUER ? new URL(OIDC_ISSUER).host : 'built-in', ask: askIdentity },
    // The payment sandbox and the built-in model run inside the product, so they need no check.
    {
      port: 'payments',
      name: STRIPE_SECRET_KEY ? 'stripe' : 'sandbox',
      ask: STRIPE_SECRET_KEY !== undefined && payments ? () => firstOf(payments.eventsSince(new Date(), asked)) : null,
    },
    {
      port: 'model',
      name: ownModel ? new URL(OPENAI_BASE_URL ?? 'https://api.openai.com').host : 'built-in',
      ask: ownModel && languageModel ? (signal) => languageModel.ask(signal) : null,
    },
  ];
}

/** Event type of a cheap query for future events, which has no results. */
const asked = ['checkout.session.completed'];

async function firstOf(all: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of all) return;
}

class TooSlow extends Error {
  readonly code = 'timeout';
}

async function answerTo({ port, name, ask }: Question): Promise<Engine> {
  if (!ask) return { port, name, state: 'none', latency: null, cause: null };
  const patience = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new TooSlow(`${name} did not answer`));
    patience.abort();
  }, answerWithinMs);
  const from = performance.now();
  try {
    await Promise.race([ask(patience.signal), late]);
    return { port, name, state: 'up', latency: Math.round((performance.now() - from) * 10) / 10, cause: null };
  } catch (error) {
    return { port, name, state: 'away', latency: null, cause: causeOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** The innermost error code, for example ECONNREFUSED, because messages may reveal too much. */
function causeOf(error: unknown): string {
  const codes: string[] = [];
  for (let one = error; one !== undefined && one !== null; one = Object(one).cause) {
    const { code } = Object(one) as { code?: unknown }; // any value can be thrown
    if (typeof code === 'string') codes.push(code);
  }
  return codes.at(-1) ?? 'internal/error';
}
