import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApiServer } from './api-server.ts';
import { breakages, brokenBy } from './broken-manifests.ts';
import { dryRun, dryRunAll } from './dry-run.ts';
import { type GoProgram, moduleFolder } from './go-programs.ts';
import { type Manifest, parseManifests } from './manifest.ts';
import { jobRules, manifestRules, productionRules } from './manifest-rules.ts';
import { writeSchemas } from './openapi-schemas.ts';
import { complaints, run } from './program.ts';
import type { Report } from './report.ts';

const overlays = fileURLToPath(new URL('../overlays/', import.meta.url));
const names = ['local', 'production', 'load'] as const;
const rulesOf = { local: manifestRules, production: { ...manifestRules, ...productionRules }, load: jobRules };
const withinMs = 120_000;

export interface OverlayChecks {
  report: Report;
  /** Where files may be written that go with this run. */
  folder: string;
  path: (program: GoProgram) => string;
  /** Names that the gateway looks up. */
  gatewayServices: readonly string[];
}

/** Builds each overlay and holds it against the schemas of Kubernetes, against our own rules, and against a real API server. */
export async function checkOverlays(checks: OverlayChecks): Promise<void> {
  const { report, path, gatewayServices } = checks;
  const built: { name: string; manifests: Manifest[] }[] = [];
  const schemas = await schemasOf(checks);
  const conform = (text: string) => run(path('kubeconform'), ['-strict', '-schema-location', schemas, '-'], { withinMs, input: text });
  for (const name of names) {
    const ended = await run(path('kustomize'), ['build', join(overlays, name)], { withinMs });
    await report.check(`${name}: kustomize 5.8.2 builds it`, () => complaints(ended));
    if (ended.code !== 0) continue;
    await report.check(`${name}: kubeconform 0.8.0 finds nothing against it`, async () => complaints(await conform(ended.stdout)));
    await report.check(`${name}: kubeconform 0.8.0 refuses an unknown field in it`, async () =>
      complaints(await conform(ended.stdout.replace(/^spec:$/m, 'spec:\n  unheardOf: 1'))).length > 0 ? [] : ['it was taken'],
    );
    const manifests = parseManifests(ended.stdout);
    built.push({ name, manifests });
    if (name !== 'load')
      await report.check(`${name}: services that the gateway looks up are there`, () => missingServices(gatewayServices, manifests));
    // The load goes to a product that is there.
    const beside = name === 'load' ? (built.find((one) => one.name === 'production')?.manifests ?? []) : [];
    for (const [rule, problems] of Object.entries(rulesOf[name])) await report.check(`${name}: ${rule}`, () => problems([...manifests, ...beside]));
    if (name === 'production') await checkControls(report, manifests);
  }
  await checkOnServer(checks, built);
}

/** Were these taken, the passes above would mean nothing. */
async function checkControls(report: Report, manifests: readonly Manifest[]): Promise<void> {
  for (const breakage of breakages)
    await report.check(`control: "${breakage.rule}" refuses ${breakage.what}`, () => {
      const problems = rulesOf.production[breakage.rule]?.(brokenBy(breakage, manifests)) ?? [];
      return problems.length > 0 ? [] : ['it was taken'];
    });
}

function missingServices(names: readonly string[], manifests: readonly Manifest[]): string[] {
  const there = manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
  return names.filter((name) => !there.includes(name)).map((name) => `there is no Service ${name}`);
}

/** The template that kubeconform looks schemas up with. */
async function schemasOf({ folder }: OverlayChecks): Promise<string> {
  const where = await run('go', ['list', '-C', moduleFolder('kube-apiserver'), '-m', '-f', '{{.Dir}}', 'k8s.io/kubernetes'], { withinMs });
  const [problem] = complaints(where);
  if (problem) throw new Error(`The description of the Kubernetes API was not found: ${problem}`);
  const schemas = join(folder, 'schemas');
  writeSchemas(join(where.stdout.trim(), 'api/openapi-spec/swagger.json'), schemas);
  return `${schemas}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
}

const pod = (spec: Record<string, unknown>): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'control', namespace: 'waystory' },
  spec: { containers: [{ name: 'one', image: 'waystory:0.1.0', ...spec }] },
});
const refused = [
  { what: 'an unknown field', spec: { imagee: 'x' }, said: 'imagee' },
  { what: 'a process that may do anything', spec: {}, said: 'violates PodSecurity' },
] as const;

async function checkOnServer({ report, folder, path }: OverlayChecks, built: readonly { name: string; manifests: Manifest[] }[]): Promise<void> {
  const server = await startApiServer({ etcd: path('etcd'), apiServer: path('kube-apiserver') }, folder);
  try {
    for (const { name, manifests } of built)
      await report.check(`${name}: kube-apiserver 1.34.2 would apply all ${manifests.length} manifests without a warning`, () =>
        dryRunAll(server, manifests),
      );
    // Were these taken, the passes above would mean nothing.
    for (const { what, spec, said } of refused)
      await report.check(`control: kube-apiserver 1.34.2 refuses ${what}`, async () => {
        const problems = await dryRun(server, pod(spec));
        return problems.some((problem) => problem.includes(said)) ? [] : [`it answers: ${problems.join('; ') || 'nothing'}`];
      });
  } finally {
    await server.stop();
  }
}
