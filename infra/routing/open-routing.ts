import { EngineUnavailable } from '../errors.ts';
import type { Routing } from './port.ts';

/** Ways of an open service; straight lines while it is away. */
export const routingWithOpen = (open: Routing, straight: Routing): Routing => ({
  ways: (points, mode) =>
    open.ways(points, mode).catch((error: unknown) => {
      if (error instanceof EngineUnavailable) return straight.ways(points, mode);
      throw error;
    }),
});
