import { accountEvents, userNameEvents } from '../accounts/account.ts';
import { threadEvents } from '../assistant/thread.ts';
import type { PersonalData } from '../kit/event.ts';
import { collectionEvents } from '../social/collection.ts';

/** Personal fields by event type. A test finds missing vocabularies. */
export const personalData: ReadonlyMap<string, PersonalData> = new Map(
  [accountEvents.personal, userNameEvents.personal, threadEvents.personal, collectionEvents.personal].flatMap((personal) => Object.entries(personal)),
);
