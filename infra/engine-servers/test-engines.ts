import { execFileSync } from 'node:child_process';
import { embeddedBinaries } from '../postgres/binaries.ts';
import { type Adapter, adapters, contractGaps, engineExtensions, readPortFolders, testPathOf } from './adapters.ts';
import { engineNamed } from './catalogue.ts';
import { closingLine, type ResultRow, resultRowOf, resultsTable, runContracts } from './contract-run.ts';
import { type EngineServer, startEngine } from './engine-server.ts';
import { MissingTool } from './tools.ts';

/** Version of the embedded Postgres, such as 18.4. */
function postgresVersion(): string {
  const said = execFileSync(embeddedBinaries().postgres, ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)*/.exec(said)?.[0] ?? 'of unknown version';
}

/** `npm run test:engines [NAME...]`: runs every contract, or those of the given adapters or engines, and prints one table. */
const names = process.argv.slice(2);
const namesOf = ({ name, on }: Adapter): string[] => ('engine' in on ? [name, on.engine] : [name]);
const all = [...adapters, ...engineExtensions];
const known = new Set(all.flatMap(namesOf));
const unknown = names.filter((name) => !known.has(name));
if (unknown.length > 0) {
  console.error(`There is no adapter or engine ${unknown.join(', ')}: ${[...known].join(', ')}`);
  process.exit(2);
}
const chosen = all.filter((one) => names.length === 0 || namesOf(one).some((name) => names.includes(name)));
const stages = Map.groupBy(chosen, ({ on }) => ('engine' in on ? on.engine : on.always));
const rows: ResultRow[] = [];
// One engine after the other, because two cores are too few for two engines.
for (const stage of stages.values()) rows.push(...(await runStage(stage)));

const gaps = contractGaps(readPortFolders());
console.log(`\n${resultsTable(rows)}`);
for (const gap of gaps) console.log(gap);
console.log(closingLine(rows, gaps.length));
process.exitCode = gaps.length > 0 || rows.some(({ failed }) => failed > 0) ? 1 : 0;

/** Runs the contracts of all adapters of one engine. */
async function runStage(stage: readonly Adapter[]): Promise<ResultRow[]> {
  const [first] = stage;
  if (!first) return [];
  if ('engine' in first.on) return runOnServer(first.on.engine, stage);
  switch (first.on.always) {
    case 'embedded-postgres':
      return runAll(stage, { engine: `PostgreSQL ${postgresVersion()} (embedded)`, absence: null, settings: {} });
    case 'file-system':
      return runAll(stage, { engine: 'files of this machine', absence: null, settings: {} });
    case 'documented-shapes':
      return runAll(stage, { engine: "shapes of OpenAI's documentation, not its server", absence: null, settings: {} });
    case 'eventstoredb-stand-in':
      return runAll(stage, { engine: 'protocol stand-in, not the server', absence: null, settings: {} });
  }
}

async function runOnServer(name: string, stage: readonly Adapter[]): Promise<ResultRow[]> {
  const { title, version } = engineNamed(name);
  const engine = `${title} ${version}`;
  let server: EngineServer;
  try {
    server = await startEngine(name, { inMemory: true, progress: (line) => console.log(line) });
  } catch (error) {
    // Without the URL of a server, all cases are skipped, and the table shows their number.
    return runAll(stage, { engine, absence: absenceOf(error), settings: {} });
  }
  try {
    return await runAll(stage, { engine, absence: null, settings: server.settings });
  } finally {
    await server.close();
  }
}

/** Reason why an engine did not start. It is a failure, unless a tool is missing on this machine. */
function absenceOf(error: unknown): Stage['absence'] {
  if (error instanceof MissingTool) return { reason: error.lack, isFailure: false };
  return { reason: error instanceof Error ? error.message : String(error), isFailure: true };
}

interface Stage {
  engine: string;
  absence: Parameters<typeof resultRowOf>[0]['absence'];
  settings: Readonly<Record<string, string>>;
}

async function runAll(stage: readonly Adapter[], { engine, absence, settings }: Stage): Promise<ResultRow[]> {
  console.log(`\n== ${engine}`);
  // All adapters of a stage have the same `cases`.
  const results = await runContracts(stage.map(testPathOf), settings, stage[0]?.cases);
  for (const { file, name, state } of results) if (state === 'failed') console.log(`FAILED  ${engine}: ${file}: ${name}`);
  return stage.map((adapter) =>
    resultRowOf(
      { adapter: `${adapter.port}/${adapter.name}`, engine, absence },
      results.filter(({ file }) => file === testPathOf(adapter)),
    ),
  );
}
