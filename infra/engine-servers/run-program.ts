import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { environmentWith } from '../config.ts';

interface Limits {
  /** Timeout, milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Working directory. */
  cwd?: string;
  /** Additional environment variables. */
  env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end.
 * @throws Error in one line with the last output, when it fails or times out.
 */
export async function run(program: string, args: readonly string[], { timeout, signal, cwd, env }: Limits): Promise<void> {
  try {
    await promisify(execFile)(program, args, { timeout, ...(signal && { signal }), ...(cwd && { cwd }), ...(env && { env: environmentWith(env) }) });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`${program} failed: ${wordsOf(error)}`, { cause: error });
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const outputs = ['stdout', 'stderr'].map((name) => Object.entries(error).find(([key]) => key === name)?.[1]);
  const lines = outputs.join('\n').trim().split('\n');
  return lines.slice(-5).join(' ').trim() || error.message;
}
