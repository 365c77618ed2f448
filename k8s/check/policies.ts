import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { isObject, type Json } from './json.ts';
import type { Manifest } from './manifest.ts';
import { productFacts } from './product-facts.ts';
import { errorOutputOf, runProgram } from './program.ts';

const policyFolder = fileURLToPath(new URL('policy/', import.meta.url));
const withinMs = 120_000;
const results = z.array(z.looseObject({ failures: z.array(z.looseObject({ msg: z.string() })).default([]) }));

/** The Rego rules in `policy/`, run by conftest. */
export interface Policies {
  /** Runs the tests of the rules; returns their failures. */
  verify(): Promise<string[]>;
  /** Problems of manifests, each `rule: problem`. @param packages Rego packages whose rules apply. */
  problems(manifests: readonly Manifest[], packages: readonly string[]): Promise<string[]>;
}

/** @param folder Folder for files of this run. */
export function conftestPolicies(conftest: string, folder: string): Policies {
  const facts = join(folder, 'facts.json');
  const file = join(folder, 'manifests.json');
  writeFileSync(facts, JSON.stringify({ facts: productFacts() }));
  return {
    verify: async () => errorOutputOf(await runProgram(conftest, ['verify', '--policy', policyFolder, '--show-builtin-errors'], { withinMs })),
    async problems(manifests, packages) {
      writeFileSync(file, JSON.stringify({ manifests }));
      const namespaces = packages.flatMap((name) => ['--namespace', name]);
      const args = ['test', '--policy', policyFolder, '--data', facts, ...namespaces, '--output', 'json', '--show-builtin-errors', file];
      const ended = await runProgram(conftest, args, { withinMs });
      const found = results.safeParse(ended.stdout.startsWith('[') ? JSON.parse(ended.stdout) : null);
      if (!found.success) throw new Error(`conftest gave no result: ${errorOutputOf({ ...ended, code: 1 })[0]}`);
      return found.data.flatMap(({ failures }) => failures.map(({ msg }) => msg)).sort();
    },
  };
}

const breakage = z.strictObject({
  mistake: z.string(),
  rule: z.string(),
  at: z.string(),
  path: z.string().optional(),
  set: z.json().optional(),
});
/** A mistake in the production overlay, and the rule that must refuse it. */
type Breakage = z.infer<typeof breakage>;

export const readBreakages = (): Breakage[] => z.array(breakage).parse(parse(readFileSync(new URL('breakages.yaml', import.meta.url), 'utf8')));

/**
 * A copy of the manifests with one mistake; without `path`, the manifest is missing.
 * @throws Error when the manifest or the path does not exist, because the control would then prove nothing.
 */
export function withBreakage({ at, path, set }: Breakage, manifests: readonly Manifest[]): Manifest[] {
  const copy = structuredClone([...manifests]);
  const [kind, name = ''] = at.split('/');
  const target = copy.find((one) => one.kind === kind && one.metadata.name.startsWith(name));
  if (!target) throw new Error(`There is no ${at}`);
  if (path === undefined) return copy.filter((one) => one !== target);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const root: Json = JSON.parse(JSON.stringify(target));
  const parent = keys.reduce<Json | undefined>(
    (value, key) => (Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined),
    root,
  );
  if (!(Array.isArray(parent) || isObject(parent)) || (set === undefined && !(last in parent))) throw new Error(`${at} has no ${path}`);
  if (set === undefined) Reflect.deleteProperty(parent, last);
  else Object.assign(parent, { [last]: set });
  return copy.map((one) => (one === target ? (root as unknown as Manifest) : one)); // as: a manifest with one changed field
}
