import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { Api } from './api-client.ts';
import { watchAdmission } from './identity/suspension.ts';
import { watchRequest } from './monitoring/monitoring.ts';

type AnyMethod = (sent: object) => Promise<unknown>;
const load = () => import('./api-client.ts').then(({ client }) => client as unknown as Record<string, AnyMethod>); // as: called by the caller's own name

const call = async (name: string, sent: object): Promise<unknown> => (await load())[name]?.(sent);

/** All API calls. Routes and rules load beside the first screen, not before it. */
export const api = new Proxy({} as Api, {
  get: (_, name: string) => (sent: object) => watchAdmission(watchRequest(call(name, sent))),
});

/** True when a repetition may succeed a little later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof FetchError || (error instanceof ResponseError && [502, 503, 504].includes(error.status));

/** Problem code of an API answer, such as `itinerary/unknown`. */
export const problemCode = (error: unknown): string | null => (error instanceof ResponseError ? (error.problem?.code ?? null) : null);

export const isStale = (error: unknown): boolean => error instanceof ResponseError && error.status === 412;
