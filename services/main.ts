import { openAdapters } from '@waystory/infra/adapters.ts';
import { BadConfiguration, readConfig } from '@waystory/infra/config.ts';
import { UnfitEngine } from '@waystory/infra/errors.ts';
import { createHost, roles } from '@waystory/infra/host/host.ts';
import { stopWithinMs } from '@waystory/infra/host/probes.ts';
import { createLog } from '@waystory/infra/log.ts';
import { openDataLine } from '@waystory/infra/open-data/open-choices.ts';
import { NoEmbeddedPostgres } from '@waystory/infra/postgres/launcher.ts';
import { tracedAdapters } from '@waystory/infra/traced-adapters.ts';
import { openTracing } from '@waystory/infra/tracing/open-tracing.ts';
import { noTracing } from '@waystory/infra/tracing/port.ts';
import { replicateAdmission } from './accounts/admission/admission.replica.ts';
import { definitions } from './all.ts';
import { BadArguments, readArguments } from './arguments.ts';
import { chooseIdentityProvider } from './identity.ts';
import { chooseLanguageModel } from './language-model.ts';
import { choosePayments } from './payments.ts';

async function main(): Promise<void> {
  const config = readConfig();
  const chosen = readArguments(process.argv.slice(2), definitions);
  let tracing = noTracing;
  const log = createLog(config.LOG_LEVEL, () => tracing.active());
  tracing = await openTracing(config, chosen.roles, roles, log);
  const engines = tracedAdapters(await openAdapters(config, log), config, tracing);
  const identity = await chooseIdentityProvider(config, engines, log);
  const admission = await replicateAdmission(engines, log);
  const running = chosen.definitions.filter(({ name }) => name !== 'world' || config.SEED === 'world');
  const host = await createHost({
    definitions: running,
    roles: chosen.roles,
    readModels: definitions.flatMap(({ projections }) => projections),
    config,
    engines,
    identity,
    admission,
    languageModel: chooseLanguageModel(config, tracing),
    payments: await choosePayments(config, engines, log, tracing),
    tracing,
    log,
  });

  const stopOnce = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await host.stop();
    await admission.stop();
    await engines.close();
    await tracing.close();
    process.exit(0);
  };
  let stopped: Promise<void> | undefined;
  // Runs once, because a parent process may both send SIGTERM and disconnect; the engines must stay open during the first stop.
  const stop = (signal: string): Promise<void> => (stopped ??= stopOnce(signal));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A child process stops when its parent disconnects.
  process.once('disconnect', () => stop('disconnect'));

  await host.listen();
  // A child process prints no URL, because people use the URL of its parent.
  if (process.send) return;
  console.log(`Waystory is at ${config.PUBLIC_ORIGIN}  (API: ${config.PUBLIC_ORIGIN}/api/docs)`);
  const asked = openDataLine(config);
  if (asked) console.log(asked);
}

main().catch((error: unknown) => {
  // An error that the operator can resolve is printed as one line, any other with its stack.
  const expected =
    error instanceof BadConfiguration || error instanceof BadArguments || error instanceof NoEmbeddedPostgres || error instanceof UnfitEngine;
  console.error(expected ? error.message : error);
  process.exit(1);
});
