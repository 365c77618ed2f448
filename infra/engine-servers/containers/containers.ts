import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineCommand, EngineRun, Waiting } from '../engine.ts';
import { run } from '../run-program.ts';

const installWithinMs = 5 * 60_000;
const files = ['package.json', 'package-lock.json', 'run-container.mjs'];

/** Sources for running a container, to be named by each engine that does. */
export const containerSources: readonly string[] = files.map((file) => join(import.meta.dirname, file));

/** Installs testcontainers outside the workspaces, because only users of Docker need it. */
export async function installContainers(folder: string, { signal }: Waiting): Promise<void> {
  for (const [index, source] of containerSources.entries()) copyFileSync(source, join(folder, files[index] ?? ''));
  await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, timeout: installWithinMs, signal });
}

/** Runs an image with one published port. */
export function containerCommand({ installed, ports: [outside] }: EngineRun, image: string, inside: number, args: readonly string[]): EngineCommand {
  return { program: process.execPath, args: [join(installed, 'run-container.mjs'), image, String(inside), String(outside), ...args] };
}
