import { openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { createLog } from '@waystory/infra/log.ts';
import { buildReadModels } from '@waystory/services/operations/build-read-models.ts';

// A separate process, as in a restore. The environment variable DATA_DIR has its data folder.
const engines = await openAdapters(readConfig(), createLog('warn'));
await buildReadModels(engines);
await engines.close();
process.exit(0);
