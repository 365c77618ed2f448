import type { ServiceDefinition } from '@waystory/infra/host/service.ts';
import { accountsService } from './accounts/service.ts';
import { assistantService } from './assistant/service.ts';
import { basemapService } from './basemap/service.ts';
import { billingService } from './billing/service.ts';
import { itinerariesService } from './itineraries/service.ts';
import { mediaService } from './media/service.ts';
import { moderationService } from './moderation/service.ts';
import { modelService } from './sandbox/model/service.ts';
import { stripeService } from './sandbox/stripe/service.ts';
import { socialService } from './social/service.ts';
import { webService } from './web/service.ts';
import { worldService } from './world/service.ts';

/** Every context of the product. */
export const definitions: readonly ServiceDefinition[] = [
  accountsService,
  assistantService,
  basemapService,
  billingService,
  itinerariesService,
  mediaService,
  moderationService,
  modelService,
  socialService,
  stripeService,
  webService,
  worldService,
];
