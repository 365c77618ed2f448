import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { WorkflowEngine } from '../port.ts';
import { bindWorkflow } from '../workflow.ts';
import { contractScript, type Line, type ScriptActivities } from './script.workflow.ts';

export interface WorkflowsUnderTest {
  /** Another instance over connections of its own, as another process would have it. */
  open(): WorkflowEngine;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

/** What a script's steps do, by key. */
export type Acts = Record<string, (value: unknown) => Promise<unknown>>;

/** An engine with a worker for scripts, and another that only starts and asks. */
export interface Given {
  engine: WorkflowEngine;
  client: WorkflowEngine;
  open(): WorkflowEngine;
}

const acts = new Map<string, Acts>();

const activities: ScriptActivities = {
  act: async ({ run, key, value }) => {
    const act = acts.get(run)?.[key];
    if (!act) throw new Error(`${run} has no step ${key}`);
    return act(value);
  },
};

/** Scripts with the acts of this process. */
export const scripts = bindWorkflow(contractScript, activities);

/** Begins a script; its steps may be done by any worker of this process. */
export async function beginScript({ client }: Pick<Given, 'client'>, lines: Line[], does: Acts = {}): Promise<string> {
  const id = `script:${randomUUID()}`;
  acts.set(id, does);
  await client.start(contractScript.name, id, { lines });
  return id;
}

/** What the lines of a script come to. */
export async function runScript(given: Pick<Given, 'client'>, lines: Line[], does: Acts = {}): Promise<unknown> {
  return given.client.result(await beginScript(given, lines, does));
}

export const step = (key: string, more: Partial<Line & { do: 'step' }> = {}): Line => ({ do: 'step', key, ...more });

/** Waits for a state; engines on a busy machine take their time. */
export const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 25_000, interval: 20 });
