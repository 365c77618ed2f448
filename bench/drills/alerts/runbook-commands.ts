import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runbookOf } from '@waystory/k8s/observability/alert-rules.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const runbooks = new URL('../../../k8s/observability/runbooks/', import.meta.url);
const withinMs = 120_000;

/** Commands that the runbook of an alert has one run, each a piece of shell. */
export function commandsOf(alert: string): string[] {
  const text = readFileSync(new URL(runbookOf(alert), runbooks), 'utf8');
  return Array.from(text.matchAll(/```sh\n([\s\S]*?)```/g), ([, lines = '']) => lines.trim());
}

/** What a command came to. */
export interface CommandEnd {
  command: string;
  output: string;
  /** What it said beside that, when it could not be run: not that it found something wrong, which is what it is for. */
  failure: string | null;
}

/**
 * Runs a piece of shell as somebody with the settings of the product would.
 * `curl` that reaches nobody and `npm run` that does not know a command fail; a check that finds faults does what it should.
 */
export async function runCommand(command: string, env: Readonly<Record<string, string>>): Promise<CommandEnd> {
  const { promise, resolve } = Promise.withResolvers<CommandEnd>();
  execFile('bash', ['--norc', '-c', command], { cwd: root, env: { ...env }, timeout: withinMs, maxBuffer: 32 * 2 ** 20 }, (error, output, said) => {
    const isUnknown = /not found|Missing script|Usage:|SyntaxError|Could not resolve|unrecognized option/.test(said);
    resolve({ command, output, failure: error?.killed ? 'It did not end in time' : isUnknown ? said.trim().slice(0, 300) : null });
  });
  return promise;
}
