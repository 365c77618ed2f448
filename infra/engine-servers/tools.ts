import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** Programs that build or run engines. */
export type Tool = 'jdk' | 'maven' | 'go' | 'python' | 'docker';

interface Requirement {
  title: string;
  /** Text for a tool that does not answer; by default that it is missing. */
  absent?: string;
  /** Command that prints its version within seconds. */
  ask: readonly [program: string, ...args: string[]];
  /** Lowest version: major and minor. */
  atLeast: readonly [number, number];
  install: string;
}

const requirements: Readonly<Record<Tool, Requirement>> = {
  jdk: {
    title: 'a Java development kit',
    ask: ['javac', '-version'],
    atLeast: [17, 0],
    install: 'apt-get install openjdk-17-jdk-headless, or brew install openjdk',
  },
  maven: { title: 'Maven', ask: ['mvn', '-v'], atLeast: [3, 6], install: 'apt-get install maven, or brew install maven' },
  go: { title: 'Go', ask: ['go', 'version'], atLeast: [1, 22], install: 'https://go.dev/doc/install, or brew install go' },
  python: {
    title: 'Python with pip',
    ask: ['python3', '-c', 'import pip, platform; print(platform.python_version())'],
    atLeast: [3, 10],
    install: 'apt-get install python3-pip, or brew install python',
  },
  docker: {
    title: 'Docker',
    absent: 'no Docker socket answers',
    ask: ['docker', 'info', '--format', '{{.ServerVersion}}'],
    atLeast: [20, 10],
    install: 'https://docs.docker.com/engine/install',
  },
};

/** Runs a program for its version; null when the program is missing or fails. */
export type AskVersion = (program: string, args: readonly string[]) => string | null;

/** Timeout of a version query, milliseconds: Maven takes a second on busy cores, and a dead Docker socket would block. */
const answerWithinMs = 5_000;
const askProgram: AskVersion = (program, args) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: answerWithinMs });
  return status === 0 ? `${stdout}${stderr}` : null;
};

function lackOf(tool: Tool, askVersion: AskVersion): string | null {
  const { title, absent, ask, atLeast, install } = requirements[tool];
  const [program, ...args] = ask;
  const [major, minor] = atLeast;
  const wanted = `${title} (${program}) ${major}${minor > 0 ? `.${minor}` : ''} or later`;
  const said = askVersion(program, args);
  if (said === null) return `${absent ?? `${wanted} is missing`}; usually: ${install}`;
  const [, foundMajor = '0', foundMinor = '0'] = /(\d+)(?:\.(\d+))?/.exec(stripVTControlCharacters(said)) ?? [];
  const enough = Number(foundMajor) > major || (Number(foundMajor) === major && Number(foundMinor) >= minor);
  return enough ? null : `${wanted} is needed, ${foundMajor}.${foundMinor} is here; usually: ${install}`;
}

/** One sentence per missing or old tool: name, version and usual installation. */
export const missingTools = (tools: readonly Tool[], ask: AskVersion = askProgram): string[] =>
  tools.map((tool) => lackOf(tool, ask)).filter((lack) => lack !== null);

/** A tool of the engine is missing on this machine; the message names the tool and its installation in one line. */
export class MissingTool extends Error {
  /** The message without the engine's name. */
  readonly lack: string;
  constructor(engine: string, lack: string) {
    super(`${engine}: ${lack}`);
    this.lack = lack;
  }
}
