import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { WorkflowEngine } from '../port.ts';
import { bindWorkflow } from '../workflow.ts';
import { contractScript, type ScriptActivities, type ScriptLine } from './script.workflow.ts';

export interface WorkflowsUnderTest {
  /** Opens another instance over its own connections, like another process. */
  open(): WorkflowEngine;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

/** Activities of a script's steps, by key. */
export type StepImplementations = Record<string, (value: unknown) => Promise<unknown>>;

/** An engine with a worker for scripts, and an engine that only starts and queries runs. */
export interface EnginesUnderTest {
  engine: WorkflowEngine;
  client: WorkflowEngine;
  open(): WorkflowEngine;
}

const acts = new Map<string, StepImplementations>();

const activities: ScriptActivities = {
  act: async ({ run, key, value }) => {
    const act = acts.get(run)?.[key];
    if (!act) throw new Error(`${run} has no step ${key}`);
    return act(value);
  },
};

/** The script workflow with the implementations that tests register in this process, by run. */
export const scripts = bindWorkflow(contractScript, activities);

/** Starts a script; any worker of this process may execute its steps. */
export async function beginScript(
  { client }: Pick<EnginesUnderTest, 'client'>,
  lines: ScriptLine[],
  does: StepImplementations = {},
): Promise<string> {
  const id = `script:${randomUUID()}`;
  acts.set(id, does);
  await client.start(contractScript.name, id, { lines });
  return id;
}

/** Runs a script and returns the results of its lines. */
export async function runScript(given: Pick<EnginesUnderTest, 'client'>, lines: ScriptLine[], does: StepImplementations = {}): Promise<unknown> {
  return given.client.result(await beginScript(given, lines, does));
}

export const step = (key: string, more: Partial<ScriptLine & { do: 'step' }> = {}): ScriptLine => ({ do: 'step', key, ...more });

/** Polls until the check passes. The timeout is long, because the machine may be busy. */
export const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 25_000, interval: 20 });
