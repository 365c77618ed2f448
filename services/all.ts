import type { ServiceDefinition } from '@waystory/infra/kit/service.ts';
import { accountsService } from './accounts/service.ts';
import { basemapService } from './basemap/service.ts';
import { itinerariesService } from './itineraries/service.ts';
import { mediaService } from './media/service.ts';
import { webService } from './web/service.ts';
import { worldService } from './world/service.ts';

/** Every context of the product. */
export const definitions: readonly ServiceDefinition[] = [
  accountsService,
  basemapService,
  itinerariesService,
  mediaService,
  webService,
  worldService,
];
