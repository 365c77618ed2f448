import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@waystory/infra/config.ts';
import { engineNamed } from '@waystory/infra/engine-servers/catalogue.ts';
import { type EngineServer, startEngine } from '@waystory/infra/engine-servers/engine-server.ts';

/** Default engines of a cluster, unless others are named or configured. */
const usual = ['kafka', 'mongodb', 'elasticsearch', 'temporal', 'azurite'];
/** Name for a cluster on Postgres alone. */
const none = 'postgres';
/** Exponential backoff of restarts, first and longest pause, milliseconds. */
const [firstPauseMs, longestPauseMs] = [500, 30_000];

export interface ClusterEngines {
  servers: ReadonlyMap<string, EngineServer>;
  /** Settings of the product that choose these engines. */
  settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts servers of the named engines on this machine, with their data beside the product's.
 * Configured engines already run elsewhere.
 * @throws UnknownEngine, MissingTool.
 */
export async function startEngines(named: readonly string[], config: Config, say: (line: string) => void): Promise<ClusterEngines> {
  const names = (named.length > 0 ? named : usual).filter((name) => name !== none);
  for (const name of names) engineNamed(name);
  const elsewhere: Readonly<Record<string, boolean>> = {
    kafka: config.BUS === 'kafka',
    mongodb: config.PROJECTIONS === 'mongodb',
    elasticsearch: config.SEARCH === 'elasticsearch',
    temporal: config.WORKFLOWS === 'temporal',
    azurite: config.BLOBS === 'azure',
  };
  const servers = new Map<string, EngineServer>();
  const stopping = new AbortController();

  /** Restarts a server on its port and data with backoff until it runs. */
  async function startAgain(name: string, how: string): Promise<void> {
    say(`${name} ended ${how}; it is started again`);
    for (let [wait, said] = [firstPauseMs, '']; !stopping.signal.aborted; wait = Math.min(wait * 2, longestPauseMs)) {
      await pause(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await servers.get(name)?.restart();
        return say(`${name} is back`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (why !== said) say(`${why}; it is tried again`);
        said = why;
      }
    }
  }
  const stop = async (): Promise<void> => {
    stopping.abort();
    await stopAll(servers);
  };
  try {
    for (const name of names.filter((one) => !elsewhere[one])) {
      const onUnexpectedEnd = (how: string): void => void startAgain(name, how);
      const server = await startEngine(name, { dataDir: join(config.DATA_DIR, 'engines', name), usualPort: true, progress: say, onUnexpectedEnd });
      say(`${server.engine.title} ${server.engine.version} is ready on port ${server.port}`);
      servers.set(name, server);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, settings: Object.assign({}, ...[...servers.values()].map(({ settings }) => settings)), stop };
}

async function stopAll(servers: ReadonlyMap<string, EngineServer>): Promise<void> {
  await Promise.all([...servers.values()].map((server) => server.close()));
}
