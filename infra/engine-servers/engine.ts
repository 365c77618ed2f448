import type { Tool } from './tools.ts';

/** Options of a call that may take minutes. */
export interface LongCallOptions {
  /** Receives lines about the current work, without a full stop. */
  progress: (line: string) => void;
  /** Aborts the call, which then rejects. */
  signal?: AbortSignal;
}

/** Parameters of one server run. */
export interface EngineRun {
  /** Folder from `provision`, read-only. */
  installed: string;
  /** Data folder of this server; it holds data after an earlier run. */
  folder: string;
  /** True when data need not outlive the server, so that the engine may keep it in memory. */
  inMemory: boolean;
  /** Reserved ports of 127.0.0.1, as many as declared; clients use the first. */
  ports: readonly [number, ...number[]];
  /** Maximum heap size, MiB. */
  memoryMb: number;
}

/** Command of a server that stays in the foreground, stops gracefully on SIGTERM, and ends when its standard input closes. */
export interface EngineCommand {
  program: string;
  args: readonly string[];
}

/**
 * An engine whose server can run on this machine, on 127.0.0.1 only. Each engine is a folder with `<name>.engine.ts`, its sources, and a line in
 * `catalogue.ts`.
 */
export interface Engine {
  /** Name of the engine on the command line, and of its folder. */
  name: string;
  /** Title in reports. It names the software that really runs, not the product that it replaces. */
  title: string;
  version: string;
  /** Tools needed for provisioning. */
  needs: readonly Tool[];
  /** Source files of the server; a change of them causes a new build. */
  sources: readonly string[];
  /** Default ports, used if free; clients use the first port. */
  usualPorts: readonly [number, ...number[]];
  /** Heap for contracts and drills, MiB. */
  memoryMb: number;
  /** Installs the server into an empty folder, which is renamed afterwards. */
  provision(folder: string, waiting: LongCallOptions): Promise<void>;
  /** Speeds up later starts by caching the results of a trial start. A failure is harmless. */
  accelerate?(run: EngineRun): Promise<void>;
  /** Writes the configuration, formats the folder at the first use, and returns the command. */
  prepare(run: EngineRun): Promise<EngineCommand>;
  /** Health check, one attempt with a client; rejects within seconds while the server is not ready. */
  probe(port: number): Promise<void>;
  /** Settings of the product (`infra/config.ts`) that choose this engine. */
  settings(port: number): Readonly<Record<string, string>>;
}
