import type { Client } from '@waystory/proto/kit/client.ts';
import { browserClient } from './browser-client.ts';
import { type ApiRoutes, routeOutlines } from './route-outlines.ts';

export type Api = Client<ApiRoutes>;

/** API client of the web app. */
export const client: Api = browserClient<ApiRoutes>(routeOutlines);
