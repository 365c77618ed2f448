import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { countryNames } from './countries.ts';
import { categoryOf, featureOf, iconOf, type OsmKind } from './osm-kinds.ts';
import type { FoundPlace } from './port.ts';

/** An OpenStreetMap object as a service returns it. */
interface OsmThing {
  id: string;
  name: string | null | undefined;
  /** Street and number. */
  line: string | null;
  kind: OsmKind;
  /** Level of its address: `city`, `street`, `house`. */
  addressType: string;
  city: string | undefined;
  state: string | undefined;
  county: string | undefined;
  postcode: string | undefined;
  countryCode: string | undefined;
  coordinates: Coordinates;
  wikidataId: string | null;
}

/** Converts the object to a place; empty without a name or a country. */
export function osmPlace({
  id,
  name,
  line,
  kind,
  addressType,
  city,
  state,
  county,
  postcode,
  coordinates,
  wikidataId,
  ...thing
}: OsmThing): FoundPlace[] {
  const countryCode = thing.countryCode?.toUpperCase();
  const countryName = countryNames.get(countryCode ?? '');
  if (!name || !countryCode || !countryName) return [];
  const category = categoryOf(kind);
  const featureType = featureOf(kind, addressType);
  const placeFormatted = [...new Set([city, state ?? county, countryName].filter((part) => part && part !== name))].join(', ');
  return [
    {
      ...{ name, placeFormatted, placeName: placeFormatted ? `${name}, ${placeFormatted}` : name, featureType, coordinates },
      address: {
        ...{ addressLine1: line, addressLine2: null, city: featureType === 'country' ? null : (city ?? (featureType === 'place' ? name : null)) },
        ...{ state: state ?? null, postalCode: postcode ?? null, countryName, countryCode },
      },
      ...{ relevance: null, match: null, mapboxId: id, wikidataId, poiCategories: category ? [category] : [], maki: iconOf(category) },
    },
  ];
}
