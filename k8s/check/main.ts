// `npm run check:deploy`: checks the compose file and the manifests without Docker and without a cluster.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingTools } from '@waystory/infra/engine-servers/tools.ts';
import { composeRules, networkNames, readCompose } from './compose-file.ts';
import { gatewayServicesOf, gracefulStopFaults, routingFaults } from './gateway-routes.ts';
import { type GoProgram, goProgramPath, goPrograms } from './go-programs.ts';
import { checkOverlays } from './overlays.ts';
import { adapterAsRules } from './product-facts.ts';
import { errorOutputOf, runProgram } from './program.ts';
import { Report } from './report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const composeFile = join(root, 'docker-compose.yml');
const caddyfile = join(root, 'k8s/base/gateway/gateway.caddyfile');
const observability = join(root, 'k8s/observability');
const withinMs = 60_000;

const report = new Report();
const folder = mkdtempSync(join(tmpdir(), 'waystory-check-deploy-'));
// Removed at exit, because `finally` does not run after a signal.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const compose = readCompose(composeFile);
for (const [name, rule] of Object.entries(composeRules)) await report.check(`docker-compose.yml: ${name}`, () => rule(compose));

const [lack] = missingTools(['go']);
if (lack) for (const name of goPrograms) report.notRun(name, lack);
else await checkWithPrograms();
process.exit(report.close());

async function checkWithPrograms(): Promise<void> {
  const paths: Partial<Record<GoProgram, string>> = {};
  for (const name of goPrograms) paths[name] = await goProgramPath(name, (line) => console.log(`         ${line}`));
  const path = (name: GoProgram): string => paths[name] ?? name;
  const call = (name: GoProgram, ...args: string[]) => runProgram(path(name), args, { withinMs });

  await report.check('docker-compose.yml: compose-go 2.9.1 accepts it', async () => errorOutputOf(await call('composecheck', composeFile)));
  const measured = ['alerts.yaml', 'dashboards/waystory.json'].map((name) => join(observability, name));
  await report.check('observability: Prometheus 3.5.0 understands the alerts and the queries', async () =>
    errorOutputOf(await call('prometheuscheck', ...measured)),
  );
  const adapter = join(folder, 'adapter-rules.yaml');
  writeFileSync(adapter, adapterAsRules());
  await report.check('observability: Prometheus 3.5.0 understands the metrics of autoscalers', async () =>
    errorOutputOf(await call('prometheuscheck', adapter)),
  );
  const gatewayServices = await checkGateway(path('caddy'));
  await checkOverlays({ report, folder, path, gatewayServices });
}

/** Checks the gateway; returns the services in its configuration. */
async function checkGateway(caddy: string): Promise<string[]> {
  const adapted = await runProgram(caddy, ['adapt', '--config', caddyfile, '--adapter', 'caddyfile', '--validate'], { withinMs });
  await report.check('gateway: Caddy 2.11.4 accepts its configuration', () => errorOutputOf(adapted));
  if (adapted.code !== 0) return [];
  const configuration = JSON.parse(adapted.stdout);
  const services = gatewayServicesOf(configuration);
  const known = networkNames(compose);
  await report.check('gateway: its services have their names in docker-compose.yml', () =>
    services.filter((name) => !known.includes(name)).map((name) => `there is no service ${name}`),
  );
  const config = join(folder, 'gateway.json');
  const files = { config, log: join(folder, 'gateway.log'), write: (text: string) => writeFileSync(config, text) };
  const under = { caddy, configuration, files };
  await report.check('gateway: every route reaches the process that has it', () => routingFaults(under));
  await report.check('gateway: a graceful stop answers the requests under way', () => gracefulStopFaults(under));
  return services;
}
