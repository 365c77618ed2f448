import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { countryNames } from './countries.ts';
import { type PoiCategory, poiIcons } from './points-of-interest.ts';
import type { FoundPlace } from './port.ts';

/** An OpenStreetMap object as a service returns it. */
interface OsmThing {
  id: string;
  name: string | null | undefined;
  /** Street and number. */
  line: string | null;
  kind: OsmKind;
  /** Address level of the object: `city`, `street`, `house`. */
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

/** Main tag of an OpenStreetMap object, for example `tourism=museum`. */
interface OsmKind {
  key: string;
  value: string;
}

/** Categories of visitable objects by tag; `*` is any value of the key. */
const categories: Readonly<Record<string, PoiCategory>> = {
  'tourism=museum': 'museum',
  'tourism=gallery': 'museum',
  'tourism=viewpoint': 'viewpoint',
  'tourism=zoo': 'zoo',
  'tourism=aquarium': 'zoo',
  'tourism=*': 'landmark',
  'historic=castle': 'palace',
  'historic=palace': 'palace',
  'historic=*': 'historic',
  'amenity=place_of_worship': 'religious',
  'building=church': 'religious',
  'building=cathedral': 'religious',
  'building=temple': 'religious',
  'building=mosque': 'religious',
  'building=shrine': 'religious',
  'amenity=restaurant': 'food',
  'amenity=cafe': 'food',
  'amenity=bar': 'food',
  'amenity=pub': 'food',
  'amenity=fast_food': 'food',
  'amenity=food_court': 'food',
  'amenity=ice_cream': 'food',
  'amenity=theatre': 'theatre',
  'amenity=arts_centre': 'theatre',
  'amenity=library': 'library',
  'amenity=university': 'university',
  'amenity=marketplace': 'market',
  'amenity=bus_station': 'station',
  'amenity=ferry_terminal': 'harbour',
  'shop=mall': 'market',
  'shop=*': 'market',
  'leisure=park': 'park',
  'leisure=garden': 'garden',
  'leisure=nature_reserve': 'nature',
  'leisure=stadium': 'stadium',
  'leisure=marina': 'harbour',
  'natural=beach': 'beach',
  'natural=*': 'nature',
  'railway=station': 'station',
  'railway=halt': 'station',
  'railway=*': 'station',
  'public_transport=station': 'station',
  'aeroway=aerodrome': 'airport',
  'aeroway=terminal': 'airport',
  'man_made=bridge': 'bridge',
  'bridge=*': 'bridge',
  'man_made=lighthouse': 'landmark',
  'man_made=tower': 'landmark',
  'place=square': 'square',
  'boundary=national_park': 'nature',
};

/** Category of a point of interest; null for others, such as a house. */
const categoryOf = ({ key, value }: OsmKind): PoiCategory | null => categories[`${key}=${value}`] ?? categories[`${key}=*`] ?? null;

const iconOf = (category: PoiCategory | null): string | null => category && poiIcons[category];

/** Mapbox feature types by the address level of an object. */
const features: Readonly<Record<string, string>> = {
  ...{ country: 'country', state: 'region', region: 'region', province: 'region', county: 'district', state_district: 'district' },
  ...{ city: 'place', town: 'place', village: 'place', municipality: 'place', hamlet: 'place', postcode: 'postcode' },
  ...{ district: 'locality', borough: 'locality', city_district: 'locality', locality: 'locality', island: 'locality', islet: 'locality' },
  ...{ suburb: 'neighborhood', quarter: 'neighborhood', neighbourhood: 'neighborhood' },
  ...{ street: 'street', road: 'street', house: 'address', building: 'address' },
};

/** Mapbox feature type of an object. A visitable object is a point of interest, whatever its address level. */
function featureOf(kind: OsmKind, addressType: string): string {
  if (categoryOf(kind)) return 'poi';
  return features[kind.key === 'place' ? kind.value : addressType] ?? features[addressType] ?? 'poi';
}

/** Tag keys of the sights that a map shows. */
export const sightTagKeys = ['tourism', 'historic'] as const;

const osmId = /^osm\.(node|way|relation)\.([1-9]\d{0,18})$/;
export type OsmType = 'node' | 'way' | 'relation';

export const osmPlaceId = (type: OsmType, number: number): string => `osm.${type}.${number}`;
/** OpenStreetMap object of a place id; null for ids of other sources. */
export function osmObjectOf(id: string): { type: OsmType; number: string } | null {
  const [, type, number] = osmId.exec(id) ?? [];
  return type && number ? { type: type as OsmType, number } : null; // as: the expression admits no other values
}
