import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { Api } from './api-client.ts';
import { trackSuspension } from './identity/suspension.ts';
import { watchRequest } from './monitoring/monitoring.ts';

type AnyMethod = (sent: object) => Promise<unknown>;
const load = () => import('./api-client.ts').then(({ client }) => client as unknown as Record<string, AnyMethod>); // as: each method is called with the arguments of the method of the same name

const call = async (name: string, sent: object): Promise<unknown> => (await load())[name]?.(sent);

/** All API calls. The first call loads the client with the route outlines, so that the first page need not wait for them. */
export const api = new Proxy({} as Api, {
  get: (_, name: string) => (sent: object) => trackSuspension(watchRequest(call(name, sent))),
});

/** True for a failure that a later retry may resolve. */
export const isTransient = (error: unknown): boolean =>
  error instanceof FetchError || (error instanceof ResponseError && [502, 503, 504].includes(error.status));

/** Problem code of an API answer, such as `itinerary/unknown`. */
export const problemCode = (error: unknown): string | null => (error instanceof ResponseError ? (error.problem?.code ?? null) : null);

export const isVersionConflict = (error: unknown): boolean => error instanceof ResponseError && error.status === 412;
