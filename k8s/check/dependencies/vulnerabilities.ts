import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { errorOutputOf, runProgram } from '../program.ts';
import { clientsFolder, type ShippedPackage } from './bill-of-materials.ts';

const withinMs = 120_000;

/** Known vulnerabilities that do not affect the product, by the URL of the advisory. */
const harmless: Readonly<Record<string, string>> = {};

const audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])) }),
  ),
});

const refusal = z.object({ message: z.string() });

/** Result of a vulnerability source: vulnerabilities of shipped packages, or the reason why the query failed. */
export type VulnerabilityQueryResult = { problems: string[] } | { notRun: string };

/** Vulnerabilities of shipped packages, including the engine clients, according to the npm registry. */
export async function findNpmVulnerabilities(root: string): Promise<VulnerabilityQueryResult> {
  const problems = new Set<string>();
  for (const asked of [
    ['--omit', 'dev', '--omit', 'peer'],
    ['--omit', 'dev', '--include', 'peer', '--workspace', clientsFolder],
  ]) {
    const finding = await auditOf(root, asked);
    if ('notRun' in finding) return finding;
    for (const problem of finding.problems) problems.add(problem);
  }
  return { problems: [...problems] };
}

async function auditOf(root: string, asked: readonly string[]): Promise<VulnerabilityQueryResult> {
  const { stdout } = await runProgram('npm', ['audit', '--json', ...asked], { withinMs, folder: root });
  const answer = jsonOf(stdout);
  const { data } = audit.safeParse(answer);
  // The rest of the message is a URL.
  if (!data)
    return { notRun: `the registry answers npm audit with ${refusal.safeParse(answer).data?.message.split(/ - | to http/)[0] ?? 'nothing'}` };
  const advisories = Object.entries(data.vulnerabilities).flatMap(([name, { severity, via }]) =>
    via.filter((one) => typeof one === 'object').map(({ title, url }) => ({ name, severity, title, url })),
  );
  return {
    problems: advisories.filter(({ url }) => !(url in harmless)).map(({ name, severity, title, url }) => `${name}: ${severity}, ${title} (${url})`),
  };
}

/** Package with the vulnerability list of Retire.js for browser libraries, pinned to its version of July 2026. */
const list = {
  name: '@salesforce/code-analyzer-retirejs-engine',
  version: '0.32.0',
  sha512: '0jJe07ldPTWv3z1covThDIZHAo/fGwpLjWUZQq+11XLzK7ZB/52XUEXBIGKFw4hnKbPQguhCVmtKsiNi6ICfnA==',
  file: 'package/vulnerabilities/RetireJsVulns.json',
};
const cache = join(homedir(), '.cache', 'waystory', 'advisories');

const retireJs = z.record(
  z.string(),
  z.object({
    npmname: z.string().optional(),
    vulnerabilities: z
      .array(
        z.object({
          below: z.string().optional(),
          atOrAbove: z.string().optional(),
          severity: z.string(),
          identifiers: z.looseObject({ summary: z.string().optional() }),
          info: z.array(z.string()),
        }),
      )
      .default([]),
  }),
);

/** Vulnerabilities according to Retire.js, whose list has a few dozen browser libraries. */
export async function findRetireJsVulnerabilities(shipped: readonly ShippedPackage[]): Promise<VulnerabilityQueryResult & { known?: string[] }> {
  const text = await fetchList();
  if (text === null) return { notRun: `${list.name} could not be fetched from the registry` };
  const libraries = Object.entries(retireJs.parse(JSON.parse(text))).map(([key, { npmname = key, vulnerabilities }]) => ({
    npmname,
    vulnerabilities,
  }));
  const pairs = shipped.flatMap((one) => libraries.filter(({ npmname }) => npmname === one.name).map((library) => ({ one, library })));
  const problems = pairs.flatMap(({ one, library }) =>
    library.vulnerabilities
      .filter(({ below, atOrAbove }) => (!below || isBefore(one.version, below)) && (!atOrAbove || !isBefore(one.version, atOrAbove)))
      .filter(({ info }) => !info.some((url) => url in harmless))
      .map(({ severity, identifiers, info }) => `${one.name}@${one.version}: ${severity}, ${identifiers.summary ?? ''} (${info[0] ?? ''})`),
  );
  return { problems, known: [...new Set(pairs.map(({ one }) => one.name))] };
}

async function fetchList(): Promise<string | null> {
  const archive = join(cache, `${list.name.replace('@', '').replace('/', '-')}-${list.version}.tgz`);
  if (!existsSync(archive)) {
    mkdirSync(cache, { recursive: true });
    const packed = await runProgram('npm', ['pack', `${list.name}@${list.version}`, '--ignore-scripts', '--pack-destination', cache], { withinMs });
    if (errorOutputOf(packed).length > 0) return null;
  }
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== list.sha512) {
    rmSync(archive);
    throw new Error(`${list.name}@${list.version} is not what it was`);
  }
  return (await runProgram('tar', ['-xzOf', archive, list.file], { withinMs })).stdout;
}

/** Whether a version precedes another; a pre-release precedes its release. */
export function isBefore(version: string, other: string): boolean {
  const [numbers = '', suffix = ''] = version.split(/-(.*)/);
  const [otherNumbers = '', otherSuffix = ''] = other.split(/-(.*)/);
  const parts = numbers.split('.').map(Number);
  const otherParts = otherNumbers.split('.').map(Number);
  for (const place of [0, 1, 2]) {
    const difference = (parts[place] ?? 0) - (otherParts[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return suffix !== '' && (otherSuffix === '' || suffix < otherSuffix);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
