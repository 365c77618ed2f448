import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { settings as productSettings } from '../config.ts';

/** Result of a contract case, or of a whole file that failed. */
export interface CaseResult {
  /** Path from the root. */
  file: string;
  /** Titles of groups and case, joined by ` > `. */
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  /** Reason of a skipped case. */
  reason?: string;
}

const root = join(import.meta.dirname, '../..');

/** All settings unset, so that the shell's environment cannot lead a contract to another engine. */
const unset: Record<string, string> = Object.fromEntries(
  Object.keys(productSettings.shape)
    .flatMap((name) => [name, `${name}_FILE`])
    .map((name) => [name, '']),
);

/**
 * Runs test files with product settings, limited to matching cases, and prints failures at once.
 * @param files Paths from the root.
 */
export async function runContracts(files: readonly string[], settings: Readonly<Record<string, string>>, cases?: RegExp): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  // The caller judges a file without cases; Vitest would end the process when given no files.
  const [first, ...others] = files.filter((file) => existsSync(join(root, file)));
  if (!first) return results;
  const collector: Reporter = {
    onTestRunEnd: (modules, errors) => {
      results.push(...modules.flatMap((module) => resultsOf(module, cases)));
      // An error outside any case, of an unknown file.
      results.push(...errors.map(({ message }): CaseResult => ({ file: first, name: `an error in no case: ${message}`, state: 'failed' })));
    },
  };
  const vitest = await startVitest(
    [first, ...others].map((file) => join(root, file)),
    {
      root,
      watch: false,
      env: { ...unset, ...settings },
      reporters: ['default', collector],
      ...(cases && { testNamePattern: cases }),
    },
  );
  await vitest.close();
  return results;
}

function resultsOf(module: TestModule, cases?: RegExp): CaseResult[] {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests()].filter(({ fullName }) => cases?.test(fullName) ?? true);
  const results = tests.map((one) => resultOf(file, one));
  const broken = module.state() === 'failed' && !results.some(({ state }) => state === 'failed');
  // A file that failed to load, or whose hook failed, shows no failed case.
  return broken ? [...results, { file, name: 'the file itself', state: 'failed' }] : results;
}

function resultOf(file: string, test: TestCase): CaseResult {
  const result = test.result();
  switch (result.state) {
    case 'passed':
    case 'failed':
      return { file, name: test.fullName, state: result.state };
    case 'skipped':
      return { file, name: test.fullName, state: 'skipped', reason: result.note ?? 'no reason given' };
    case 'pending':
      return { file, name: test.fullName, state: 'failed', reason: 'it did not end' };
  }
}
