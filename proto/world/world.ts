import { z } from 'zod';
import { defineEvents, type EventOf } from '../kit/event.ts';

/** A finished world says so once, and once that it has its pictures; nothing outside this context listens to it. */
export const worldEvents = defineEvents({
  WorldSeeded: z.object({ edition: z.string().min(1) }),
  WorldCovered: z.object({ edition: z.string().min(1) }),
});
export type WorldEvent = EventOf<typeof worldEvents>;
