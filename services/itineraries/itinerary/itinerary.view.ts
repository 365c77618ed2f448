import { ifAvailable } from '@waystory/infra/errors.ts';
import type { RouteResponse } from '@waystory/infra/http/route-handler.ts';
import { memoizePerDocument } from '@waystory/infra/read-models/reads/json-text.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import type { author, Itinerary, itineraryCard, itineraryView } from '@waystory/proto/itineraries/itinerary.ts';
import type { Image, ShownImage } from '@waystory/proto/media/image.ts';
import type { z } from 'zod';
import { authors } from '../author/authors.projection.ts';
import { countriesById } from '../country/country.view.ts';
import { picturesOf } from '../picture/picture.view.ts';

export type ItineraryView = Omit<z.output<typeof itineraryView>, 'days' | 'stops'>;
type Author = z.output<typeof author>;
type Card = z.output<typeof itineraryCard>;

interface Relations {
  authors: ReadonlyMap<string, Author>;
  countries: ReadonlyMap<string, Country>;
  images: ReadonlyMap<string, Image>;
}
const noRelations: Relations = { authors: new Map(), countries: new Map(), images: new Map() };

/** Authors, countries and images of itineraries, in one query per kind. */
async function relationsOf(itineraries: readonly Pick<Itinerary, 'accountId' | 'countryIds' | 'imageId'>[], reads: Reads): Promise<Relations> {
  const accountIds = [...new Set(itineraries.map(({ accountId }) => accountId))];
  const [people, countries, images] = await Promise.all([
    reads.byIds(authors, accountIds),
    countriesById(
      itineraries.flatMap(({ countryIds }) => countryIds),
      reads,
    ),
    picturesOf(
      itineraries.map(({ imageId }) => imageId),
      reads,
    ),
  ]);
  return { authors: new Map(people.map((person) => [person.id, person])), countries, images };
}

const viewOf = memoizePerDocument(
  (itinerary: Itinerary, account: Author | undefined, image: Image | undefined, ...countries: (Country | undefined)[]): ItineraryView => {
    const known = countries.filter((country) => country !== undefined);
    return {
      ...itinerary,
      account: account ?? null,
      accountUserName: account?.userName ?? null,
      countries: known,
      countryImageUrl: known[0]?.imageUrl ?? null,
      image: image ?? null,
    };
  },
);

function joined(itinerary: Itinerary, { authors: people, countries, images }: Relations): ItineraryView {
  const { accountId, imageId, countryIds } = itinerary;
  return viewOf(itinerary, people.get(accountId), images.get(imageId ?? ''), ...countryIds.map((id) => countries.get(id)));
}

/** Itineraries with their author, countries and image. */
export async function itineraryViewsOf(itineraries: readonly Itinerary[], reads: Reads): Promise<ItineraryView[]> {
  const relations = await relationsOf(itineraries, reads);
  return itineraries.map((itinerary) => joined(itinerary, relations));
}

/** The answer to a write as a read would show it. The write is done, so relations that cannot be read yet are left out. */
export async function itineraryAnswer(written: RouteResponse<Itinerary>, reads: Reads): Promise<RouteResponse<ItineraryView>> {
  const relations = await ifAvailable(relationsOf([written.body], reads));
  return { ...written, body: joined(written.body, relations ?? noRelations) };
}

const shown = ({ url, previewUrl, thumbnailUrl, width, source, authorName, authorUrl, sourceUrl }: Image): ShownImage => ({
  url,
  previewUrl,
  thumbnailUrl,
  width,
  source,
  authorName,
  authorUrl,
  sourceUrl,
});

const cardOf = memoizePerDocument(
  (itinerary: Itinerary, account: Author | undefined, chosen: Image | undefined, country: Country | undefined): Card => {
    const { id, title, likeCount, daysCount, stopsCount } = itinerary;
    const imageUrl = itinerary.imageUrl ?? chosen?.url ?? null;
    const image = chosen && chosen.url === imageUrl ? shown(chosen) : null;
    const related = { accountUserName: account?.userName ?? null, countryImageUrl: country?.imageUrl ?? null };
    return { id, title, imageUrl, image, likeCount, daysCount, stopsCount, ...related };
  },
);

/** Estimated bytes of a card besides its title and URL: ids, counts, author, and the image with its URLs in three sizes. */
const cardFrame = 900;
export const cardBytes = ({ title, imageUrl }: Itinerary): number => cardFrame + title.length + (imageUrl?.length ?? 0);

/** Itineraries as cards, which show the first country only. */
export async function cardsOf(itineraries: readonly Itinerary[], reads: Reads): Promise<Card[]> {
  const referring = itineraries.map(({ accountId, imageId, countryIds }) => ({ accountId, imageId, countryIds: countryIds.slice(0, 1) }));
  const { authors: people, countries, images } = await relationsOf(referring, reads);
  return itineraries.map((itinerary) => {
    const { accountId, imageId, countryIds } = itinerary;
    return cardOf(itinerary, people.get(accountId), images.get(imageId ?? ''), countries.get(countryIds[0] ?? ''));
  });
}
