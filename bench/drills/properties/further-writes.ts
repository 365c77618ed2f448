import fc from 'fast-check';
import { image, words } from './sample-values.ts';
import type { Stage, Writable } from './writable.ts';

type Few = Pick<Writable, 'name' | 'path' | 'by' | 'needed'> & Partial<Pick<Writable, 'method' | 'free'>>;
const few = ({ method = 'POST', free = {}, ...write }: Few): Writable => ({ method, free, ...write, refusedOnly: true });

const once = ({ owner, admin, otherId, stopId }: Stage): Writable[] => [
  few({ name: 'createFollow', path: '/follows', by: owner, needed: { followingId: fc.uuid() } }),
  few({ name: 'saveItinerary', path: '/saved-itineraries', by: owner, needed: { itineraryId: fc.constant(otherId) } }),
  few({ name: 'saveStop', path: '/saved-stops', by: owner, needed: { stopId: fc.constant(stopId) } }),
  few({ name: 'createCollection', path: '/collections', by: owner, needed: { title: words(80) }, free: { note: words(100) } }),
  few({
    name: 'fileReport',
    path: '/reports',
    by: owner,
    needed: { reportableType: fc.constant('itinerary'), reportableId: fc.constant(otherId), reason: fc.constant('spam') },
    free: { text: words(100) },
  }),
  few({ name: 'createCountry', path: '/countries', by: admin, needed: { code: fc.constant('FR'), name: words(100) }, free: { imageUrl: image } }),
  few({ name: 'previewImages', path: '/itineraries/preview-images', by: owner, needed: { word: words(100) }, free: { count: fc.constant(1) } }),
  few({ name: 'grantUpload', path: '/files/sas-token', by: owner, needed: { filename: fc.constant('a.png'), mimeType: fc.constant('image/png') } }),
  few({
    name: 'confirmUpload',
    path: '/files/confirmation',
    by: owner,
    needed: { blobName: words(20), filename: fc.constant('a.png'), mimeType: fc.constant('image/png'), size: fc.constant(1) },
  }),
  few({
    name: 'startChat',
    path: '/chat',
    by: owner,
    needed: { messages: fc.constant([{ role: 'user', content: 'Hello' }]) },
    free: { userId: fc.uuid() },
  }),
  few({ name: 'createOrder', path: `/accounts/${owner.accountId}/orders`, by: owner, needed: { packageId: fc.constant('starter') } }),
];

/** Changes by filter, of something that is not there. */
const inBulk = ({ admin, itineraryId }: Stage): Writable[] => {
  const nothing = `?dryRun=true&filter=${encodeURIComponent(JSON.stringify({ id: '00000000-0000-7000-8000-000000000000' }))}`;
  const flag = fc.boolean();
  const change = (name: string, path: string, needed: Writable['needed'], free: Writable['free'] = {}) =>
    few({ name, method: 'PATCH', path: `${path}${nothing}`, by: admin, needed, free });
  return [
    change('patchItineraries', '/itineraries', { hidden: flag }, { visibility: fc.constant('PUBLIC') }),
    change('patchDays', `/itineraries/${itineraryId}/days`, { title: words(100) }, { description: words(100) }),
    change('patchAccounts', '/accounts', { suspended: flag }, { aboutMe: fc.constant(null), avatarUrl: fc.constant(null) }),
    change('patchFollows', '/follows', { muted: flag }),
    change('patchPosts', '/posts', { hidden: flag }, { text: words(100) }),
    change('patchReactions', '/reactions', { reactionType: fc.constant('like') }),
    change('patchCountries', '/countries', { name: words(100) }, { imageUrl: image }),
    change('patchPlaces', '/places', { name: words(100) }, { imageUrl: image }),
  ];
};

/** The rest of the writes: those of which only is tried what they refuse. */
export const furtherWrites = (stage: Stage): Writable[] => [...once(stage), ...inBulk(stage)];
