import { EngineUnavailable } from './errors.ts';

/** Polling interval of an unavailable engine, milliseconds. */
const lookEveryMs = 2_000;
/**
 * Time without a failure after which a health check may end an outage, milliseconds. Retries pause for 5 s at most, so a longer silence means that no
 * caller still fails.
 */
const quietMs = 6_000;
/** Time without a failure after which an engine without a health check counts as back, milliseconds. */
const quietUnaskedMs = 60_000;

/** A cheap health check of an engine; rejects during an outage. */
export type HealthCheck = () => Promise<unknown>;

/** Current outages of engines, derived from failures. */
export interface Outages {
  /** Returns the engine that the error is about, and whether it begins an outage; null for any other error. */
  note(error: unknown): { engine: string; isNew: boolean } | null;
  /** Engines in an outage. */
  names(): string[];
  /** Sets the health checks of engines, by their names in `EngineUnavailable`. */
  askWith(questions: Readonly<Record<string, HealthCheck>>): void;
}

interface Outage {
  since: number;
  lastFailure: number;
  repeats: number;
}

/** @param onBack Called at the end of an outage with the engine, the outage in seconds and the number of repeated failures. */
export function createOutages(onBack: (engine: string, seconds: number, repeats: number) => void): Outages {
  const outages = new Map<string, Outage>();
  let questions: Readonly<Record<string, HealthCheck>> = {};
  let timer: NodeJS.Timeout | undefined;

  async function isBack(engine: string, { lastFailure }: Outage): Promise<boolean> {
    const quiet = Date.now() - lastFailure;
    const ask = questions[engine];
    if (!ask) return quiet > quietUnaskedMs;
    if (quiet < quietMs) return false;
    return ask().then(
      () => true,
      () => false,
    );
  }
  async function look(): Promise<void> {
    const looked = await Promise.all([...outages].map(async ([engine, outage]) => ({ engine, outage, is: await isBack(engine, outage) })));
    for (const { engine, outage, is } of looked) if (is && outages.delete(engine)) tellBack(engine, outage);
    timer = outages.size > 0 ? setTimeout(look, lookEveryMs) : undefined;
    timer?.unref();
  }
  const tellBack = (engine: string, { since, lastFailure, repeats }: Outage): void =>
    onBack(engine, Math.round((lastFailure - since) / 1_000), repeats);

  return {
    note(error) {
      const engine = awayEngine(error);
      if (engine === null) return null;
      const known = outages.get(engine);
      const now = Date.now();
      if (known) {
        known.lastFailure = now;
        known.repeats += 1;
      } else outages.set(engine, { since: now, lastFailure: now, repeats: 0 });
      timer ??= setTimeout(look, lookEveryMs).unref();
      return { engine, isNew: !known };
    },
    names: () => [...outages.keys()],
    askWith: (all) => {
      questions = all;
    },
  };
}

/** Engine of an error, or of one of its nested causes; null for other errors. */
function awayEngine(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof EngineUnavailable) return one.engine;
  return null;
}
