import type { Tool } from './tools.ts';

/** How something that may take minutes goes along with who waits for it. */
export interface Waiting {
  /** Tells a person what is being done; one line, without a full stop. */
  progress: (line: string) => void;
  /** Nobody waits any more: it ends as soon as it can, by rejecting. */
  signal?: AbortSignal;
}

/** One server that is about to run. */
export interface EngineRun {
  /** The folder that `provision` filled; not to be written to. */
  installed: string;
  /** Folder of its own, where whatever it keeps goes; it is there, and full when the server ran on it before. */
  folder: string;
  /** Its data need not outlive the process: an engine that can keep it in memory does. */
  inMemory: boolean;
  /** Ports of 127.0.0.1 that are its own, as many as the declaration names; clients use the first. */
  ports: readonly [number, ...number[]];
  /** Most memory for its heap, in MiB. */
  memoryMb: number;
}

/** The server as a process: it stays in the foreground, ends in an orderly way on SIGTERM, and ends when its standard input is closed. */
export interface EngineCommand {
  program: string;
  args: readonly string[];
}

/**
 * An engine of which a server can be started on this machine. Each is a folder with `<name>.engine.ts`, what its server is built from, and a line in `catalogue.ts`.
 * All of it listens on 127.0.0.1 only.
 */
export interface Engine {
  /** Name on the command line and of its folder. */
  name: string;
  /** What reports call it: the engine that really runs, not the one it stands for. */
  title: string;
  version: string;
  /** Without these it cannot be provisioned. */
  needs: readonly Tool[];
  /** Paths of the files its server is built from; a change of any of them provisions anew. */
  sources: readonly string[];
  /** Ports it has elsewhere, used here where they are free; the first is the one that clients use. */
  usualPorts: readonly [number, ...number[]];
  /** Heap that is enough for contracts and drills, in MiB. */
  memoryMb: number;
  /** Fills an empty folder with the server. The folder is moved afterwards. */
  provision(folder: string, waiting: Waiting): Promise<void>;
  /** Makes later starts faster, by a throw-away start of what was provisioned. It may fail without harm. */
  accelerate?(run: EngineRun): Promise<void>;
  /** Writes the configuration, formats the folder on first use, and answers what to run. */
  prepare(run: EngineRun): Promise<EngineCommand>;
  /** One attempt to use it as a client would; rejects, within seconds, until it can be used. */
  probe(port: number): Promise<void>;
  /** Settings of the product (`infra/config.ts`) that choose this engine, by name. */
  settings(port: number): Readonly<Record<string, string>>;
}
