import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run-program.ts';

/** Maven on an empty cache over a slow line; afterwards it takes seconds. */
const mavenWithinMs = 15 * 60_000;
const compileWithinMs = 2 * 60_000;
const copyDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';

/** Source of the main class that every server of a JVM is started through. */
export const endWithParent = join(import.meta.dirname, 'java', 'end-with-parent.java');

interface Jars {
  /** Names what to take from Maven Central. */
  pom: string;
  /** Java files of ours. */
  sources: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Fills a folder with jars: the runtime dependencies of a pom, and one of our own compiled from `sources`.
 * @throws Error with the end of what Maven or the compiler said.
 */
export async function assembleJars(folder: string, { pom, sources, signal }: Jars): Promise<void> {
  const maven = ['-B', '-q', '-f', pom, copyDependencies, '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  await run('mvn', maven, { timeout: mavenWithinMs, signal });
  await compileJar(join(folder, 'launcher.jar'), { classPath: join(folder, '*'), sources, signal });
}

/** Compiles Java files of ours into a jar. @throws Error with the end of what the compiler said. */
export async function compileJar(jar: string, { classPath, sources, signal }: Omit<Jars, 'pom'> & { classPath: string }): Promise<void> {
  const classes = `${jar}.classes`;
  mkdirSync(classes);
  const compile = ['-proc:none', '-nowarn', '--release', '17', '-cp', classPath, '-d', classes, ...sources];
  await run('javac', compile, { timeout: compileWithinMs, signal });
  // A jar, because a class-data archive takes no folders on the class path.
  await run('jar', ['--create', '--file', jar, '-C', classes, '.'], { timeout: compileWithinMs, signal });
  rmSync(classes, { recursive: true });
}

/** Arguments of `java` that run a main class of the jars in a folder, in the way every server here is run. */
export function javaArgs(
  folder: string,
  { main, memoryMb, flags = [] }: { main: readonly string[]; memoryMb: number; flags?: readonly string[] },
): string[] {
  // The serial collector: the others use threads that two cores have no room for, and memory in advance.
  return [`-Xmx${memoryMb}m`, '-XX:+UseSerialGC', '-Djava.awt.headless=true', ...flags, '-cp', join(folder, '*'), 'EndWithParent', ...main];
}
