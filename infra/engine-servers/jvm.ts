import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineCommand, EngineRun } from './engine.ts';
import { run } from './run-program.ts';

/** Timeout of Maven with an empty cache, milliseconds; with a filled cache, it takes seconds. */
const mavenWithinMs = 15 * 60_000;
const compileWithinMs = 2 * 60_000;
const copyDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';

/** Java file of the main class that starts every JVM server and ends it with its parent process. */
export const endWithParent = join(import.meta.dirname, 'java', 'end-with-parent.java');

interface Jars {
  /** Path of the pom that lists the dependencies from Maven Central. */
  pom: string;
  /** Own Java files. */
  sources: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Fills a folder with the runtime jars of a pom, and one jar compiled from `sources`.
 * @throws Error with the last output of Maven or the compiler.
 */
export async function assembleJars(folder: string, { pom, sources, signal }: Jars): Promise<void> {
  const maven = ['-B', '-q', '-f', pom, copyDependencies, '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  await run('mvn', maven, { timeout: mavenWithinMs, signal });
  await compileJar(join(folder, 'launcher.jar'), { classPath: join(folder, '*'), sources, signal });
}

/** Compiles Java files into a jar. @throws Error with the compiler's last output. */
export async function compileJar(jar: string, { classPath, sources, signal }: Omit<Jars, 'pom'> & { classPath: string }): Promise<void> {
  const classes = `${jar}.classes`;
  mkdirSync(classes);
  const compile = ['-proc:none', '-nowarn', '--release', '17', '-cp', classPath, '-d', classes, ...sources];
  await run('javac', compile, { timeout: compileWithinMs, signal });
  // A jar, because a class-data archive allows no folders on the class path.
  await run('jar', ['--create', '--file', jar, '-C', classes, '.'], { timeout: compileWithinMs, signal });
  rmSync(classes, { recursive: true });
}

/** Arguments of `java` for a main class in the jars of a folder, common to all servers. */
export function javaArgs(
  folder: string,
  { main, memoryMb, flags = [] }: { main: readonly string[]; memoryMb: number; flags?: readonly string[] },
): string[] {
  // The serial collector, because others need more threads than two cores have, and reserve memory.
  return [`-Xmx${memoryMb}m`, '-XX:+UseSerialGC', '-Djava.awt.headless=true', ...flags, '-cp', join(folder, '*'), 'EndWithParent', ...main];
}

const startedWithinMs = 60_000;
const archiveOf = (installed: string): string => join(installed, 'classes.jsa');

/** Flags of `java` for the class-data archive, if one was made. */
export function archiveFlags(installed: string): string[] {
  const archive = archiveOf(installed);
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [];
}

/**
 * Archives the classes that one start loads, which halves the duration of later starts.
 * @param prepare Returns the command of the server with additional flags of `java`.
 * @param started Log text that marks the end of the start.
 */
export async function archiveClasses(run: EngineRun, prepare: (flags: readonly string[]) => Promise<EngineCommand>, started: string): Promise<void> {
  const draft = join(run.folder, 'classes.jsa');
  const { program, args } = await prepare([`-XX:ArchiveClassesAtExit=${draft}`]);
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], timeout: startedWithinMs, killSignal: 'SIGKILL' });
  const ended = once(child, 'exit');
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.includes(started)) child.kill('SIGTERM');
  });
  await ended;
  if (!existsSync(draft)) throw new Error('Java wrote no class-data archive');
  // Renamed within the cache, so that no process maps an incomplete file.
  copyFileSync(draft, `${archiveOf(run.installed)}.draft`);
  renameSync(`${archiveOf(run.installed)}.draft`, archiveOf(run.installed));
}
