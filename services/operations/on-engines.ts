import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { BadConfiguration, type Config, readConfig } from '@waystory/infra/config.ts';
import { UnfitEngine } from '@waystory/infra/errors.ts';
import { createLog } from '@waystory/infra/log.ts';
import { NoEmbeddedPostgres } from '@waystory/infra/postgres/launcher.ts';

/** A usage error, whose message tells the operator how to fix it. */
export class UsageError extends Error {}

/**
 * Runs an operator's command on the configured engines, and exits with its result. The product may be running.
 * @param look Checks arguments before engines start.
 */
export async function runOnEngines(
  work: (engines: Adapters, config: Config) => Promise<number>,
  look: (config: Config) => void = () => {},
): Promise<void> {
  let code = 1;
  try {
    const config = readConfig();
    look(config);
    const engines = await openAdapters(config, createLog('warn'));
    try {
      code = await work(engines, config);
    } finally {
      await engines.close();
    }
  } catch (error) {
    const expected =
      error instanceof UsageError || error instanceof BadConfiguration || error instanceof NoEmbeddedPostgres || error instanceof UnfitEngine;
    console.error(expected ? error.message : error);
  }
  process.exit(code);
}
