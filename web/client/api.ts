import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { Api } from './api-client.ts';
import { watchAdmission } from './identity/suspension.ts';
import { watchRequest } from './monitoring/monitoring.ts';

type AnyMethod = (sent: object) => Promise<unknown>;
const load = () => import('./api-client.ts').then(({ client }) => client as unknown as Record<string, AnyMethod>); // called by the name the caller used

const call = async (name: string, sent: object): Promise<unknown> => (await load())[name]?.(sent);

/** Every call of the product. Its routes and their rules arrive beside the first screen, not before it. */
export const api = new Proxy({} as Api, {
  get: (_, name: string) => (sent: object) => watchAdmission(watchRequest(call(name, sent))),
});

/** The request may succeed if it is sent again a little later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof FetchError || (error instanceof ResponseError && [502, 503, 504].includes(error.status));

/** Code of the problem that the API answered with, for example `itinerary/unknown`. */
export const problemCode = (error: unknown): string | null => (error instanceof ResponseError ? (error.problem?.code ?? null) : null);

export const isStale = (error: unknown): boolean => error instanceof ResponseError && error.status === 412;
