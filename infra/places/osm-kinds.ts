import { type PoiCategory, poiIcons } from './points-of-interest.ts';

/** Main tag of an OpenStreetMap object, for example `tourism=museum`. */
export interface OsmKind {
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
export const categoryOf = ({ key, value }: OsmKind): PoiCategory | null => categories[`${key}=${value}`] ?? categories[`${key}=*`] ?? null;

export const iconOf = (category: PoiCategory | null): string | null => category && poiIcons[category];

/** Mapbox feature types by the address level of an object. */
const features: Readonly<Record<string, string>> = {
  ...{ country: 'country', state: 'region', region: 'region', province: 'region', county: 'district', state_district: 'district' },
  ...{ city: 'place', town: 'place', village: 'place', municipality: 'place', hamlet: 'place', postcode: 'postcode' },
  ...{ district: 'locality', borough: 'locality', city_district: 'locality', locality: 'locality', island: 'locality', islet: 'locality' },
  ...{ suburb: 'neighborhood', quarter: 'neighborhood', neighbourhood: 'neighborhood' },
  ...{ street: 'street', road: 'street', house: 'address', building: 'address' },
};

/** Mapbox feature type of an object. A visitable object is a point of interest, whatever its address level. */
export function featureOf(kind: OsmKind, addressType: string): string {
  if (categoryOf(kind)) return 'poi';
  return features[kind.key === 'place' ? kind.value : addressType] ?? features[addressType] ?? 'poi';
}

/** Tag keys of the sights that a map shows. */
export const sights = ['tourism', 'historic'] as const;

const osmId = /^osm\.(node|way|relation)\.([1-9]\d{0,18})$/;
export type OsmType = 'node' | 'way' | 'relation';

export const idOf = (type: OsmType, number: number): string => `osm.${type}.${number}`;
/** OpenStreetMap object of a place id; null for ids of other sources. */
export function thingOf(id: string): { type: OsmType; number: string } | null {
  const [, type, number] = osmId.exec(id) ?? [];
  return type && number ? { type: type as OsmType, number } : null; // as: the expression admits no other values
}
