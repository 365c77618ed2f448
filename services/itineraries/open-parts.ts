import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';

type Open = (services: OpenServices) => Promise<ServiceParts>;

/** Opens several parts of a context as one. */
export const openParts =
  (...opens: readonly Open[]): Open =>
  async (services) =>
    joinParts(await Promise.all(opens.map((open) => open(services))));

/** Parts that are open, as one. */
export const joinParts = (parts: readonly ServiceParts[]): ServiceParts => ({
  routes: parts.flatMap(({ routes = [] }) => routes),
  mount: async (app) => {
    for (const part of parts) await part.mount?.(app);
  },
  stop: async () => {
    await Promise.all(parts.map((part) => part.stop?.()));
  },
});
