// A separate worker process, on the database of its argument: `{"host": ..., "port": ..., "database": ...}`.

import { adaptersOn } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { createHost } from '@waystory/infra/host/host.ts';
import { InvalidToken } from '@waystory/infra/identity/port.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { itinerariesService } from '../service.ts';

const verify = async (): Promise<never> => {
  throw new InvalidToken('auth/invalid-token', 'nobody asks a worker');
};

await createHost({
  definitions: [itinerariesService],
  roles: ['worker'],
  config: readConfig({}),
  engines: adaptersOn(createPool(JSON.parse(process.argv[2] ?? '{}'), { max: 10 })),
  identity: { verifier: { verify, recall: () => undefined } },
  log: createLog('silent'),
});
