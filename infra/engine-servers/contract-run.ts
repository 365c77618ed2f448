import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { settings as productSettings } from '../config.ts';

/** A case of a contract, or what befell the file in place of its cases. */
export interface CaseResult {
  /** Path from the root. */
  file: string;
  /** Titles of the groups and of the case, with ` > ` between. */
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  /** Why it did not run. */
  reason?: string;
}

const root = join(import.meta.dirname, '../..');

/** Every setting as unset, so that what stands in this shell cannot lead a contract to an engine that was not asked for. */
const unset: Record<string, string> = Object.fromEntries(
  Object.keys(productSettings.shape)
    .flatMap((name) => [name, `${name}_FILE`])
    .map((name) => [name, '']),
);

/**
 * Runs test files with settings of the product, and only cases that match; failures are told as they come.
 * @param files paths from the root
 */
export async function runContracts(files: readonly string[], settings: Readonly<Record<string, string>>, cases?: RegExp): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  // Of a file that is not there no case is found, which is for the caller to judge; a run of no files at all ends the process.
  const [first, ...others] = files.filter((file) => existsSync(join(root, file)));
  if (!first) return results;
  const collector: Reporter = {
    onTestRunEnd: (modules, errors) => {
      results.push(...modules.flatMap((module) => resultsOf(module, cases)));
      // Thrown outside of any case; which file it was is not known.
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
  // A file that could not be read, or a hook of it that failed: cases alone would not show it.
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
