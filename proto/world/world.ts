import { z } from 'zod';
import { defineEvents, type EventOf } from '../kit/event.ts';

/** Records once that the world is seeded, and once that it has pictures. No other context uses it. */
export const worldEvents = defineEvents({
  WorldSeeded: z.object({ edition: z.string().min(1) }),
  WorldCovered: z.object({ edition: z.string().min(1) }),
});
export type WorldEvent = EventOf<typeof worldEvents>;
