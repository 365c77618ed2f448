import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dryRun, dryRunAll, startApiServer } from './api-server.ts';
import { type GoProgram, moduleFolder } from './go-programs.ts';
import { type Manifest, parseManifests } from './manifest.ts';
import { writeSchemas } from './openapi-schemas.ts';
import { conftestPolicies, type Policies, readBreakages, withBreakage } from './policies.ts';
import { productionRules, productRules } from './product-rules.ts';
import { errorOutputOf, runProgram } from './program.ts';
import type { Report } from './report.ts';

const overlays = fileURLToPath(new URL('../overlays/', import.meta.url));
const names = ['local', 'production', 'load'] as const;
/** Packages of `policy/` and product rules that apply to each overlay. */
const policiesOf = {
  local: ['pods', 'network', 'product', 'scaling'],
  production: ['pods', 'network', 'product', 'scaling', 'production'],
  load: ['pods'],
};
const rulesOf = { local: productRules, production: { ...productRules, ...productionRules }, load: {} };
const withinMs = 120_000;

interface OverlayChecks {
  report: Report;
  /** Folder for files of this run. */
  folder: string;
  path: (program: GoProgram) => string;
  /** Services in the gateway's configuration. */
  gatewayServices: readonly string[];
}

/** Builds each overlay and checks it against the schemas of Kubernetes, the policies, the product itself and a real API server. */
export async function checkOverlays(checks: OverlayChecks): Promise<void> {
  const { report, path, gatewayServices } = checks;
  const built: { name: string; manifests: Manifest[] }[] = [];
  const schemas = await schemasOf(checks);
  const policies = conftestPolicies(path('conftest'), checks.folder);
  await report.check('policies: their own tests pass', () => policies.verify());
  const conform = (text: string) => runProgram(path('kubeconform'), ['-strict', '-schema-location', schemas, '-'], { withinMs, input: text });
  for (const name of names) {
    const ended = await runProgram(path('kustomize'), ['build', join(overlays, name)], { withinMs });
    await report.check(`${name}: kustomize 5.8.2 builds it`, () => errorOutputOf(ended));
    if (ended.code !== 0) continue;
    await report.check(`${name}: kubeconform 0.8.0 finds nothing against it`, async () => errorOutputOf(await conform(ended.stdout)));
    await report.check(`${name}: kubeconform 0.8.0 refuses an unknown field in it`, async () =>
      errorOutputOf(await conform(ended.stdout.replace(/^spec:$/m, 'spec:\n  unheardOf: 1'))).length > 0 ? [] : ['it was accepted'],
    );
    const manifests = parseManifests(ended.stdout);
    built.push({ name, manifests });
    if (name !== 'load')
      await report.check(`${name}: services that the gateway looks up are there`, () => missingServices(gatewayServices, manifests));
    // The load overlay is checked together with production, because it tests the product of that overlay.
    const beside = name === 'load' ? (built.find((one) => one.name === 'production')?.manifests ?? []) : [];
    const all = [...manifests, ...beside];
    await report.check(`${name}: conftest 0.71.1 finds nothing against it`, () => policies.problems(all, policiesOf[name]));
    for (const [rule, problems] of Object.entries(rulesOf[name])) await report.check(`${name}: ${rule}`, () => problems(all));
    if (name === 'production') await checkControls(report, policies, manifests);
  }
  await checkOnServer(checks, built);
}

/** Negative controls: every mistake must be refused, because otherwise the passed checks above prove nothing. */
async function checkControls(report: Report, policies: Policies, manifests: readonly Manifest[]): Promise<void> {
  for (const breakage of readBreakages())
    await report.check(`control: "${breakage.rule}" refuses ${breakage.mistake}`, async () => {
      const broken = withBreakage(breakage, manifests);
      const asked = new Map(Object.entries(rulesOf.production)).get(breakage.rule);
      const problems =
        asked?.(broken) ?? (await policies.problems(broken, policiesOf.production)).filter((one) => one.startsWith(`${breakage.rule}: `));
      return problems.length > 0 ? [] : ['it was accepted'];
    });
}

function missingServices(names: readonly string[], manifests: readonly Manifest[]): string[] {
  const there = manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
  return names.filter((name) => !there.includes(name)).map((name) => `there is no Service ${name}`);
}

/** Writes the schemas; returns the path template with which kubeconform finds them. */
async function schemasOf({ folder }: OverlayChecks): Promise<string> {
  const where = await runProgram('go', ['list', '-C', moduleFolder('kube-apiserver'), '-m', '-f', '{{.Dir}}', 'k8s.io/kubernetes'], { withinMs });
  const [problem] = errorOutputOf(where);
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
  { what: 'an unconfined pod', spec: {}, said: 'violates PodSecurity' },
] as const;

async function checkOnServer({ report, folder, path }: OverlayChecks, built: readonly { name: string; manifests: Manifest[] }[]): Promise<void> {
  const server = await startApiServer({ etcd: path('etcd'), apiServer: path('kube-apiserver') }, folder);
  try {
    for (const { name, manifests } of built)
      await report.check(`${name}: kube-apiserver 1.34.2 would apply all ${manifests.length} manifests without a warning`, () =>
        dryRunAll(server, manifests),
      );
    // Negative controls of the API server: schema validation, and admission by Pod Security.
    for (const { what, spec, said } of refused)
      await report.check(`control: kube-apiserver 1.34.2 refuses ${what}`, async () => {
        const problems = await dryRun(server, pod(spec));
        return problems.some((problem) => problem.includes(said)) ? [] : [`it answers: ${problems.join('; ') || 'nothing'}`];
      });
  } finally {
    await server.stop();
  }
}
