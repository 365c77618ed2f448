import { ifAvailable } from '@waystory/infra/errors.ts';
import type { RouteResponse } from '@waystory/infra/http/route-handler.ts';
import {
  fieldsOf,
  flat,
  type JsonDoc,
  type JsonText,
  jsonOf,
  listText,
  madeOnce,
  objectText,
  parseText,
  withFields,
} from '@waystory/infra/read-models/reads/json-text.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import type { author, Itinerary, itineraryCard, itineraryView } from '@waystory/proto/itineraries/itinerary.ts';
import type { Image, ShownImage } from '@waystory/proto/media/image.ts';
import type { z } from 'zod';
import { authors } from '../author/authors.projection.ts';
import { countries } from '../country/countries.projection.ts';
import { picturesOf } from '../picture/picture.view.ts';

export type View = Omit<z.output<typeof itineraryView>, 'days' | 'stops'>;
type Card = z.output<typeof itineraryCard>;

interface Relations {
  authors: Map<string, z.output<typeof author>>;
  countries: Map<string, Country>;
  images: Map<string, Image>;
}

/** Authors, countries and images of some itineraries: a query each, however many there are, and none for images when none has one. */
async function relationsOf(itineraries: readonly Pick<Itinerary, 'accountId' | 'countryIds' | 'imageId'>[], reads: Reads): Promise<Relations> {
  const accountIds = [...new Set(itineraries.map(({ accountId }) => accountId))];
  const countryIds = [...new Set(itineraries.flatMap((itinerary) => itinerary.countryIds))];
  const [people, itsCountries, images] = await Promise.all([
    reads.byIds(authors, accountIds),
    reads.byIds(countries, countryIds),
    picturesOf(
      itineraries.map(({ imageId }) => imageId),
      reads,
    ),
  ]);
  return {
    authors: new Map(people.map((person) => [person.id, person])),
    countries: new Map(itsCountries.map((country) => [country.id, country])),
    images,
  };
}

/** Itineraries with their author and countries. */
export async function viewsOf(itineraries: readonly Itinerary[], reads: Reads): Promise<View[]> {
  const relations = await relationsOf(itineraries, reads);
  return itineraries.map((itinerary) => {
    return { ...itinerary, ...relatedTo(itinerary, relations) };
  });
}

type Related = Omit<View, keyof Itinerary>;

function relatedTo({ accountId, countryIds, imageId }: Pick<Itinerary, 'accountId' | 'countryIds' | 'imageId'>, relations: Relations): Related {
  const account = relations.authors.get(accountId) ?? null;
  const itsCountries = countryIds.map((id) => relations.countries.get(id)).filter((country) => country !== undefined);
  const countryImageUrl = itsCountries[0]?.imageUrl ?? null;
  const image = relations.images.get(imageId ?? '') ?? null;
  return { account, accountUserName: account?.userName ?? null, countries: itsCountries, countryImageUrl, image };
}

const referencesOf = madeOnce((text: JsonText<Itinerary>) => {
  const [imageId, countryIds, accountId] = fieldsOf(text, ['imageId', 'countryIds', 'accountId']);
  return { text, imageId: parseText(imageId), countryIds: parseText(countryIds), accountId: parseText(accountId) };
});

/** The same of itineraries that are text, as text. */
export async function viewTextsOf(itineraries: readonly JsonDoc<Itinerary>[], reads: Reads): Promise<JsonText<View>[]> {
  const references = itineraries.map(referencesOf);
  const relations = await relationsOf(references, reads);
  return references.map(({ text, ...ids }) => {
    const { account, accountUserName, countries: itsCountries, countryImageUrl, image } = relatedTo(ids, relations);
    return withFields(text, {
      account: jsonOf(account),
      accountUserName: jsonOf(accountUserName),
      countries: listText(itsCountries.map(jsonOf)),
      countryImageUrl: jsonOf(countryImageUrl),
      image: jsonOf(image),
    });
  });
}

/** As a write leaves it, before anything that it refers to is known. */
export const bareItinerary = (itinerary: Itinerary): View => ({
  ...itinerary,
  account: null,
  accountUserName: null,
  countries: [],
  countryImageUrl: null,
  image: null,
});

/** The answer to a write as a read would show it. The write is done, so what cannot be read yet is left out. */
export async function viewedItinerary({ body, ...answer }: RouteResponse<View>, reads: Reads): Promise<RouteResponse<View>> {
  const [view = body] = (await ifAvailable(viewsOf([body], reads))) ?? [];
  return { ...answer, body: view };
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

type Pictures = Pick<Card, 'imageUrl' | 'image' | 'accountUserName' | 'countryImageUrl'>;
type Referring = Pick<Itinerary, 'imageUrl' | 'imageId' | 'accountId' | 'countryIds'>;

/** What a card refers to; one country is enough for it. */
const relatedToCard = ({ imageId, accountId, countryIds }: Referring, relations: Relations) => ({
  chosen: relations.images.get(imageId ?? ''),
  author: relations.authors.get(accountId),
  country: relations.countries.get(countryIds[0] ?? ''),
});
type RelatedToCard = ReturnType<typeof relatedToCard>;

/** What a card has from elsewhere. */
function picturesFor({ imageUrl: own }: Pick<Referring, 'imageUrl'>, { chosen, author, country }: RelatedToCard): Pictures {
  const imageUrl = own ?? chosen?.url ?? null;
  const image = chosen && chosen.url === imageUrl ? shown(chosen) : null;
  return { imageUrl, image, accountUserName: author?.userName ?? null, countryImageUrl: country?.imageUrl ?? null };
}

/** Itineraries as cards. */
export async function cardsOf(itineraries: readonly Itinerary[], reads: Reads): Promise<Card[]> {
  const relations = await relationsOf(itineraries, reads);
  return itineraries.map((itinerary) => {
    const { id, title, likeCount, daysCount, stopsCount } = itinerary;
    const { imageUrl, image, accountUserName, countryImageUrl } = picturesFor(itinerary, relatedToCard(itinerary, relations));
    return { id, title, imageUrl, image, likeCount, daysCount, stopsCount, accountUserName, countryImageUrl };
  });
}

/** What a card is made of, in the order that a document has it. */
const cardFields = ['id', 'imageUrl', 'imageId', 'countryIds', 'title', 'accountId', 'daysCount', 'stopsCount', 'likeCount'] as const;

type OwnTexts = { [F in 'id' | 'title' | 'likeCount' | 'daysCount' | 'stopsCount']: JsonText<Card[F]> };

interface CardParts {
  own: OwnTexts;
  referring: Referring;
  last: { related: RelatedToCard; text: JsonText<Card> } | null;
}

/** What a document says for its card, and the card as it was last, which holds as long as what it refers to is the same. */
const cardPartsOf = madeOnce((itinerary: JsonText<Itinerary>) => {
  const [id, imageUrl, imageId, countryIds, title, accountId, daysCount, stopsCount, likeCount] = fieldsOf(itinerary, cardFields);
  const [country] = parseText(countryIds);
  const referring = {
    imageUrl: parseText(imageUrl),
    imageId: parseText(imageId),
    countryIds: country ? [country] : [],
    accountId: parseText(accountId),
  };
  const parts: CardParts = { own: { id, title, daysCount, stopsCount, likeCount }, referring, last: null };
  return parts;
});

/** The same of itineraries that are text, as text. */
export async function cardTextsOf(itineraries: readonly JsonDoc<Itinerary>[], reads: Reads): Promise<JsonText<Card>[]> {
  const parts = itineraries.map(cardPartsOf);
  const relations = await relationsOf(
    parts.map(({ referring }) => referring),
    reads,
  );
  return parts.map((part) => {
    const related = relatedToCard(part.referring, relations);
    const { last } = part;
    if (last && last.related.author === related.author && last.related.country === related.country && last.related.chosen === related.chosen) {
      return last.text;
    }
    const text = cardText(part.own, picturesFor(part.referring, related));
    part.last = { related, text };
    return text;
  });
}

function cardText({ id, title, likeCount, daysCount, stopsCount }: OwnTexts, pictures: Pictures): JsonText<Card> {
  const { imageUrl, image, accountUserName, countryImageUrl } = pictures;
  return flat(
    objectText<Card>({
      id,
      title,
      imageUrl: jsonOf(imageUrl),
      image: jsonOf(image),
      likeCount,
      daysCount,
      stopsCount,
      accountUserName: jsonOf(accountUserName),
      countryImageUrl: jsonOf(countryImageUrl),
    }),
  );
}
