import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Exit code and output of a program. */
export interface ProgramResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  /** Timeout of the program, milliseconds. */
  withinMs: number;
  input?: string;
  folder?: string;
  /** Environment variables in addition to those of this process. */
  variables?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. The exit code is null when the program exceeds its timeout, and 127 when it does not exist. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { withinMs, input = '', folder, variables = {} }: RunOptions,
): Promise<ProgramResult> {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const child = spawn('env', [...assignments, program, ...args], { timeout: withinMs, killSignal: 'SIGKILL', ...(folder && { cwd: folder }) });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  // A program that does not read its input closes the pipe, which emits this error.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** Output of a failed program; empty after exit code 0. */
export const errorOutputOf = ({ code, stdout, stderr }: ProgramResult): string[] =>
  code === 0 ? [] : [(stderr || stdout).trim() || `ended with ${code}`];
