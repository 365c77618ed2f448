import { EngineUnavailable } from './errors.ts';

/** Between two looks whether an engine is back, milliseconds. */
const lookEveryMs = 2_000;
/** Retries pause for 5 s at most, so a longer silence means that nothing fails any more. */
const quietMs = 6_000;
/** An engine that cannot be asked is taken for back after this long without a failure, milliseconds. */
const quietUnaskedMs = 60_000;

/** Asks an engine something that costs little; rejects while it is away. */
export type EngineQuestion = () => Promise<unknown>;

/** Engines that are away at present, as failures tell it. */
export interface Outages {
  /** The engine that an error is about, and whether its outage begins with it; null for errors of any other kind. */
  note(error: unknown): { engine: string; isNew: boolean } | null;
  /** Engines that are away. */
  names(): string[];
  /** How engines are asked whether they are back, by the names that `EngineUnavailable` has for them. */
  askWith(questions: Readonly<Record<string, EngineQuestion>>): void;
}

interface Outage {
  since: number;
  lastFailure: number;
  repeats: number;
}

/** @param onBack called for each engine that is back, with its outage in seconds and the number of later failures */
export function createOutages(onBack: (engine: string, seconds: number, repeats: number) => void): Outages {
  const outages = new Map<string, Outage>();
  let questions: Readonly<Record<string, EngineQuestion>> = {};
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

/** Engines fail within what others throw. */
function awayEngine(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof EngineUnavailable) return one.engine;
  return null;
}
