import { accountEvents, userNameEvents } from '@waystory/proto/accounts/account.ts';
import { followEvents } from '@waystory/proto/accounts/follow.ts';
import { threadEvents } from '@waystory/proto/assistant/thread.ts';
import { creditEvents } from '@waystory/proto/billing/credit.ts';
import { orderEvents } from '@waystory/proto/billing/order.ts';
import { reconciliationEvents, stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';
import { countryEvents } from '@waystory/proto/itineraries/country.ts';
import { dayEvents } from '@waystory/proto/itineraries/day.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { placeEvents } from '@waystory/proto/itineraries/place.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { type EventVocabulary, joinEvents } from '@waystory/proto/kit/event.ts';
import { fileEvents } from '@waystory/proto/media/file.ts';
import { imageEvents } from '@waystory/proto/media/image.ts';
import { caseEvents } from '@waystory/proto/operations/case.ts';
import { jobEvents } from '@waystory/proto/operations/job.ts';
import { parkedEventEvents } from '@waystory/proto/operations/parked-event.ts';
import { projectionEvents } from '@waystory/proto/operations/projection.ts';
import { reportEvents } from '@waystory/proto/operations/report.ts';
import { collectionEvents } from '@waystory/proto/social/collection.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import { reactionEvents } from '@waystory/proto/social/reaction.ts';
import { saveEvents } from '@waystory/proto/social/save.ts';
import { worldEvents } from '@waystory/proto/world/world.ts';

/** Every vocabulary of the product; a test holds the list complete. */
const vocabularies: readonly EventVocabulary[] = [
  accountEvents,
  caseEvents,
  collectionEvents,
  countryEvents,
  creditEvents,
  dayEvents,
  fileEvents,
  followEvents,
  imageEvents,
  itineraryEvents,
  jobEvents,
  orderEvents,
  parkedEventEvents,
  placeEvents,
  postEvents,
  projectionEvents,
  reactionEvents,
  reconciliationEvents,
  reportEvents,
  saveEvents,
  stopEvents,
  stripeEventEvents,
  threadEvents,
  userNameEvents,
  worldEvents,
];

export const auditedEvents: EventVocabulary = vocabularies.reduce((all, one) => joinEvents(all, one));
