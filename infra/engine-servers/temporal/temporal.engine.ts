import { join } from 'node:path';
import type { Engine, EngineRun } from '../engine.ts';
import { goProgram } from '../go-program.ts';
import { describeNamespace } from './describe-namespace.ts';

const server = goProgram(import.meta.dirname, 'temporal-server');
const namespace = 'default';

/** A real server with all its services in one process, on SQLite. */
export const temporal: Engine = {
  name: 'temporal',
  title: 'Temporal',
  version: '1.29.1',
  needs: ['go'],
  sources: server.sources,
  usualPorts: [7233],
  memoryMb: 256,
  provision: server.build,
  prepare: async ({ installed, folder, ports: [port], memoryMb }: EngineRun) => ({
    program: server.pathIn(installed),
    args: [String(memoryMb), ...commandLine(port, join(folder, 'temporal.db'))],
  }),
  probe: (port) => describeNamespace(port, namespace),
  settings: (port) => ({ WORKFLOWS: 'temporal', TEMPORAL_ADDRESS: `127.0.0.1:${port}` }),
};

/** Queue polls per second; with the default of 20, every step of a workflow waits 50 ms. */
const polls = 2_000;
/** Calls per second and namespace, which contracts nearly reach. */
const calls = 100_000;

const dynamicConfig: Readonly<Record<string, number | boolean>> = {
  'history.transferProcessorMaxPollRPS': polls,
  'history.timerProcessorMaxPollRPS': polls,
  'history.visibilityProcessorMaxPollRPS': polls,
  'frontend.namespaceRPS': calls,
  'frontend.namespaceRPS.visibility': calls,
  // The check would contact temporal.io.
  'frontend.enableServerVersionCheck': false,
};

function commandLine(port: number, file: string): string[] {
  const listening = ['--headless', '--ip', '127.0.0.1', '--port', String(port)];
  // Always a file: without one the server writes to the home folder. The write-ahead log keeps acknowledged writes of a killed server.
  const kept = ['--db-filename', file, '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'];
  const dynamic = Object.entries(dynamicConfig).flatMap(([key, value]) => ['--dynamic-config-value', `${key}=${value}`]);
  return ['server', 'start-dev', ...listening, ...kept, '--log-level', 'warn', ...dynamic];
}
