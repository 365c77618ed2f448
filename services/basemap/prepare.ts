// `node services/basemap/prepare.ts`: part of the installation. Without it the first start builds the opening screen itself.
import { worldPlan } from './edition.ts';
import { prepareOpening } from './prepared.ts';

await prepareOpening(worldPlan);
