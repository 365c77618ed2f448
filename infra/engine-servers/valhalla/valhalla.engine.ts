import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineCommand, EngineRun } from '../engine.ts';
import { run } from '../run-program.ts';
import { osmFile, town } from './osm-file.ts';

const source = (file: string): string => join(import.meta.dirname, file);
const version = '3.9.1';
const installWithinMs = 5 * 60_000;
const buildWithinMs = 60_000;
const probeWithinMs = 2_000;

const packagesIn = (folder: string): string => join(folder, 'packages');
const programIn = (folder: string, name: string): string => join(packagesIn(folder), 'valhalla', 'bin', name);
const tilesIn = (folder: string): string => join(folder, 'tiles');

/** Valhalla's server from PyPI, with tiles of a generated town, built by Valhalla's own builder. */
export const valhalla: Engine = {
  name: 'valhalla',
  title: 'Valhalla, on streets made here',
  version,
  needs: ['python'],
  sources: ['requirements.txt', 'run-valhalla.sh', 'osm-file.ts'].map(source),
  usualPorts: [8_002],
  memoryMb: 256,
  provision: async (folder, { signal }) => {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '--only-binary', ':all:'];
    // The Python version does not matter, because only binaries of the package run.
    const target = ['--python-version', '3.12', '--target', packagesIn(folder), '-r', source('requirements.txt')];
    await run('python3', ['-m', 'pip', 'install', ...options, ...target], { timeout: installWithinMs, signal });
    copyFileSync(source('run-valhalla.sh'), join(folder, 'run-valhalla.sh'));
    const [streets, config] = [join(folder, 'town.osm.pbf'), join(folder, 'build.json')];
    writeFileSync(streets, osmFile(town));
    await writeConfig(folder, config);
    await run(programIn(folder, 'valhalla_build_tiles'), ['-c', config, streets], { timeout: buildWithinMs, signal });
  },
  prepare,
  probe: answers,
  settings: (port) => ({ ROUTING: 'valhalla', ROUTING_URL: `http://127.0.0.1:${port}` }),
};

async function prepare({ installed, folder, ports: [port], memoryMb }: EngineRun): Promise<EngineCommand> {
  const config = join(folder, 'valhalla.json');
  const server = ['--httpd-service-listen', `tcp://127.0.0.1:${port}`, '--httpd-service-drain-seconds', '0', '--httpd-service-shutdown-seconds', '0'];
  await writeConfig(installed, config, ['--mjolnir-max-cache-size', String(memoryMb * 1_024 * 1_024), ...server]);
  return { program: 'sh', args: [join(installed, 'run-valhalla.sh'), programIn(installed, 'valhalla_service'), config, '1'] };
}

/** Writes the default configuration with our tile folder; request limits stay as delivered. */
async function writeConfig(installed: string, file: string, options: readonly string[] = []): Promise<void> {
  const script = join(packagesIn(installed), 'valhalla', 'valhalla_build_config.py');
  const tiles = ['--mjolnir-tile-dir', tilesIn(installed), '--mjolnir-tile-extract', '', '--mjolnir-traffic-extract', ''];
  await run('python3', [script, '--output', file, '--logging-color', 'false', ...tiles, ...options], { timeout: buildWithinMs });
}

async function answers(port: number): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/status`, { signal: AbortSignal.timeout(probeWithinMs) });
  const said = await reply.text();
  if (!reply.ok || !said.includes(`"version":"${version}"`)) throw new Error(`Port ${port} is not Valhalla's: ${reply.status} ${said.slice(0, 100)}`);
}
