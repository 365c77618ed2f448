import { openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { createLog } from '@waystory/infra/log.ts';
import { buildUnindexedReadModels } from './build-read-models.ts';

// Worker thread of `npm run db -- restore`, on the same engines.
const engines = await openAdapters(readConfig(), createLog('warn'));
try {
  await buildUnindexedReadModels(engines);
} finally {
  await engines.close();
}
process.exit(0);
