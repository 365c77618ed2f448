import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type BoundRoutes, bind, commandsOn } from '@waystory/infra/http/route-handler.ts';
import { isAdmin } from '@waystory/infra/identity/principal.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { hasAccount } from '../account/has-account.ts';
import { creditEntries } from './credit-entries.projection.ts';
import { creditStream } from './credit.ts';

const command = commandsOn(creditStream);
