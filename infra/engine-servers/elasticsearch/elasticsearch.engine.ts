import { copyFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineCommand, EngineRun, LongCallOptions } from '../engine.ts';
import { archiveClasses, archiveFlags, assembleJars, compileJar, endWithParent, javaArgs } from '../jvm.ts';

const version = '8.19.21';
const here = (file: string): string => join(import.meta.dirname, file);
const pom = here('pom.xml');
const logging = here('log4j2.xml');
const launcher = [endWithParent, here('node-server.java')];
const probeWithinMs = 2_000;

interface ServerModule {
  name: string;
  /** Main class of the server. */
  main: string;
  /** Own Java files; empty for a published module. */
  sources: readonly string[];
}

const modules: readonly ServerModule[] = [
  { name: 'transport-netty4', main: 'org.elasticsearch.transport.netty4.Netty4Plugin', sources: [] },
  {
    name: 'plain-analysis',
    main: 'PlainAnalysis$Module',
    sources: ['plain-analysis.java', 'analysis-options.java', 'token-characters.java'].map(here),
  },
  { name: 'root-endpoint', main: 'RootEndpoint$Module', sources: [here('root-endpoint.java')] },
];

/**
 * A node of the real server from its published jars. Two unpublished modules are replaced by ours: the endpoint of the client handshake, and common
 * tokenizers and filters.
 * Missing are painless, `_update_by_query`, `_delete_by_query`, `_reindex`, `geo_shape`, stemmers and synonyms.
 */
export const elasticsearch: Engine = {
  name: 'elasticsearch',
  title: 'Elasticsearch',
  version,
  needs: ['jdk', 'maven'],
  sources: [pom, logging, ...launcher, ...modules.flatMap(({ sources }) => sources)],
  usualPorts: [9200],
  memoryMb: 384,
  provision,
  accelerate: (run) => archiveClasses(run, (flags) => prepare(run, flags), 'ready on port'),
  prepare: (run) => prepare(run),
  probe: isHealthy,
  settings: (port) => ({ SEARCH: 'elasticsearch', ELASTICSEARCH_URL: addressOf(port) }),
};

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

async function provision(folder: string, { signal }: LongCallOptions): Promise<void> {
  const jars = join(folder, 'lib');
  // The server requires a folder of plugins, which stays empty.
  for (const made of [jars, join(folder, 'plugins')]) mkdirSync(made);
  await assembleJars(jars, { pom, sources: launcher, signal });
  copyFileSync(logging, join(folder, 'log4j2.xml'));
  for (const { name, main, sources } of modules) {
    const home = join(folder, 'modules', name);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'plugin-descriptor.properties'), descriptor(name, main));
    if (sources.length > 0) await compileJar(join(home, `${name}.jar`), { classPath: join(jars, '*'), sources, signal });
  }
  // The server refuses to start when a class is on its paths twice.
  const ofTransport = readdirSync(jars).filter((jar) => /^(netty|transport-netty4)-/.test(jar));
  for (const jar of ofTransport) renameSync(join(jars, jar), join(folder, 'modules', 'transport-netty4', jar));
}

const descriptor = (name: string, main: string): string =>
  [`name=${name}`, `description=${name}`, `version=${version}`, `classname=${main}`, 'java.version=17', `elasticsearch.version=${version}`, ''].join(
    '\n',
  );

async function prepare({ installed, folder, ports: [port], memoryMb }: EngineRun, flags: readonly string[] = []): Promise<EngineCommand> {
  const scratch = join(folder, 'tmp');
  for (const made of [scratch, join(folder, 'config')]) mkdirSync(made, { recursive: true });
  const ofServer = [
    `-Djava.io.tmpdir=${scratch}`,
    `-Dlog4j2.configurationFile=${join(installed, 'log4j2.xml')}`,
    '-Dlog4j2.disable.jmx=true',
    // Flags of the distribution: date formats, and netty memory under the garbage collector.
    '-Djava.locale.providers=SPI,COMPAT',
    '-Dio.netty.noUnsafe=true',
    '-Dio.netty.noKeySetOptimization=true',
    '-Dio.netty.recycler.maxCapacityPerThread=0',
    '-XX:-OmitStackTraceInFastThrow',
  ];
  const main = ['NodeServer', installed, folder, String(port)];
  const all = [...ofServer, ...archiveFlags(installed), ...flags];
  return { program: 'java', args: javaArgs(join(installed, 'lib'), { main, memoryMb, flags: all }) };
}

/** Checks the cluster health, because the server opens its port before it has recovered its indexes. */
async function isHealthy(port: number): Promise<void> {
  const reply = await fetch(`${addressOf(port)}/_cluster/health?wait_for_status=yellow&timeout=1s`, { signal: AbortSignal.timeout(probeWithinMs) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`Elasticsearch answered ${reply.status}: ${text}`);
}
