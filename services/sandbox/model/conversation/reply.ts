import { planTrip } from './plan-trip.ts';
import type { Script, Session } from './session.ts';

/** The script that answers the last message. */
export function replyTo(session: Session): Script {
  return planTrip(session);
}
