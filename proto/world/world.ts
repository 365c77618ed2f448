import { z } from 'zod';
import { defineEvents, type EventOf } from '../kit/event.ts';

/** Records that the world is seeded, and that it has pictures, once each. No other context reads these events. */
export const worldEvents = defineEvents({
  WorldSeeded: z.object({ edition: z.string().min(1) }),
  WorldCovered: z.object({ edition: z.string().min(1) }),
});
export type WorldEvent = EventOf<typeof worldEvents>;
