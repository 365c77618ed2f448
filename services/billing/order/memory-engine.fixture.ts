import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { type AnyEvent, type Expectation, type Stream, streamName } from '@waystory/infra/commands/decider.ts';
import { errorCodeOf, Rejected } from '@waystory/infra/errors.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { Workflows } from '@waystory/infra/workflows/port.ts';
import {
  type Activities,
  FinalFailure,
  StepFailed,
  type StepOptions,
  type Workflow,
  type WorkflowContext,
} from '@waystory/infra/workflows/workflow.ts';

type AnyStream = Stream<unknown, unknown, AnyEvent>;

/** Event log in memory that executes commands one after the other. */
export class MemoryLog {
  readonly streams = new Map<string, RecordedEvent[]>();
  #position = 0;

  readonly commands = {
    load: async (stream: AnyStream, id: string) => this.#load(stream, id),
    execute: async (stream: AnyStream, id: string, commands: readonly unknown[], { now }: { now: string }, expects?: Expectation) => {
      const { state, version } = this.#load(stream, id);
      if (expects?.streamVersion !== undefined && expects.streamVersion !== version) throw new Rejected('request/conflict', { stream: id });
      for (const event of commands.flatMap((command) => stream.decider.decide(command, state)))
        this.append(streamName(stream.category, id), event, now);
      return { ...this.#load(stream, id), position: this.#position, replayed: false };
    },
  } as unknown as CommandHandler; // orders use only these calls

  read = async (stream: string): Promise<RecordedEvent[]> => this.streams.get(stream) ?? [];
  readMany = async (streams: readonly string[]): Promise<Map<string, RecordedEvent[]>> =>
    new Map(streams.map((stream) => [stream, this.streams.get(stream) ?? []]));

  append(stream: string, { type, data }: AnyEvent, at: string): void {
    const events = this.streams.get(stream) ?? [];
    this.streams.set(stream, events);
    const place = { stream, version: events.length + 1, position: ++this.#position, schema: 1 };
    events.push({ ...place, id: `${this.#position}`, type, data: { ...Object(data) }, meta: { actorId: null, commandId: '' }, at });
  }

  #load({ category, decider }: AnyStream, id: string) {
    const events = this.streams.get(streamName(category, id)) ?? [];
    return { state: events.reduce((state, event) => decider.evolve(state, event), decider.initial), version: events.length };
  }
}

interface Run {
  status: 'running' | 'completed' | 'failed';
  signals: unknown[];
  known: Set<string>;
  /** The run sleeps until this time or until a signal. */
  wakeAt: number | null;
  wake: ((signal: unknown) => void) | null;
}

/** Number of executions of a step before its result is kept, as after a crash in between. */
export type Repetition = () => number;

/** Runs workflows in memory under a virtual clock that advances only when every run is idle. */
export class MemoryEngine {
  now: number;
  readonly runs = new Map<string, Run>();
  readonly failures: unknown[] = [];
  readonly #activities: () => Activities;
  readonly #repetition: Repetition;

  constructor(now: number, activities: () => Activities, repetition: Repetition = () => 1) {
    this.now = now;
    this.#activities = activities;
    this.#repetition = repetition;
  }

  readonly workflows: Workflows = {
    start: async (workflow, id, input) => {
      if (this.runs.has(id)) return 'exists';
      const run: Run = { status: 'running', signals: [], known: new Set(), wakeAt: null, wake: null };
      this.runs.set(id, run);
      const begun = (workflow as unknown as Workflow<Activities, unknown, unknown>).run(this.#contextOf(id, run), structuredClone(input)); // its activities are those of this engine
      begun.then(
        () => {
          run.status = 'completed';
        },
        (error: unknown) => {
          run.status = 'failed';
          this.failures.push(error);
        },
      );
      return 'started';
    },
    signal: async (id, _name, payload, key = '') => {
      const run = this.runs.get(id);
      if (run?.status !== 'running') return 'gone';
      if (run.known.has(key)) return 'delivered';
      run.known.add(key);
      if (run.wake) this.#wake(run, payload);
      else run.signals.push(payload);
      return 'delivered';
    },
    status: async (id) => this.runs.get(id)?.status ?? null,
    forgetRunsOf: async () => 0,
    result: async () => null,
  };

  /** Runs everything until each run waits for a signal or a timer. */
  async settle(): Promise<void> {
    const isBusy = (): boolean => [...this.runs.values()].some(({ status, wake }) => status === 'running' && !wake);
    do await new Promise((resolve) => setImmediate(resolve));
    while (isBusy());
  }

  /** Advances the clock to the next timer that is due by `until`. False when there is no such timer. */
  async tick(until = Number.POSITIVE_INFINITY): Promise<boolean> {
    const waiting = [...this.runs.values()].filter(({ wake, wakeAt }) => wake && wakeAt !== null && wakeAt <= until);
    const [next] = waiting.toSorted((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0));
    if (!next) return false;
    this.now = Math.max(this.now, next.wakeAt ?? 0);
    this.#wake(next, null);
    await this.settle();
    return true;
  }

  #wake(run: Run, signal: unknown): void {
    const { wake } = run;
    Object.assign(run, { wake: null, wakeAt: null });
    wake?.(signal);
  }

  #wait(run: Run, duration: number): Promise<unknown> {
    return new Promise((resolve) => Object.assign(run, { wake: resolve, wakeAt: this.now + duration }));
  }

  #contextOf(id: string, run: Run): WorkflowContext<Activities> {
    return {
      id,
      step: (name, input, options = {}) => this.#step(name, input, options) as never, // the port pairs name and input
      sleep: async (duration) => {
        // Signals that arrive during a sleep are kept.
        const until = this.now + duration;
        while (this.now < until) {
          const told = await this.#wait(run, until - this.now);
          if (told !== null) run.signals.push(told);
        }
      },
      now: async () => this.now,
      waitForSignal: async (_name, timeout) => (run.signals.length > 0 ? run.signals.shift() : await this.#wait(run, timeout)) as never, // the port pairs signal name and type
      patched: async () => true,
    };
  }

  async #step(name: string, input: unknown, { attempts = 1 }: StepOptions): Promise<unknown> {
    const activity = this.#activities()[name];
    if (!activity) throw new Error(`There is no activity ${name}`);
    for (let tried = 1; ; tried++) {
      try {
        for (let time = 1; time < this.#repetition(); time++) await activity(structuredClone(input), { run: '' });
        return await activity(structuredClone(input), { run: '' });
      } catch (error) {
        if (tried >= attempts || error instanceof FinalFailure) throw new StepFailed(name, errorCodeOf(error), String(error));
      }
    }
  }
}
