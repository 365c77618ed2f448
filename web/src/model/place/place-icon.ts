import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import {
  BedDouble,
  Building2,
  Castle,
  Coffee,
  Globe2,
  House,
  Landmark,
  type LucideIcon,
  MapPin,
  MapPinned,
  Mountain,
  Music,
  Plane,
  ShoppingBag,
  TrainFront,
  Trees,
  Utensils,
  Waves,
} from 'lucide-react';

/** Icons by the providers' names of icons and categories. */
const kinds: readonly [RegExp, LucideIcon][] = [
  [/^(city|town|village)$/, Building2],
  [/castle|fort|palace/, Castle],
  [/landmark|historic|monument|museum|religious|culture|temple|church|gallery/, Landmark],
  [/mountain|peak|viewpoint|volcano|hiking|hill/, Mountain],
  [/park|garden|forest|nature|zoo/, Trees],
  [/beach|water|lake|river|harbor|island|swimming|coast/, Waves],
  [/cafe|coffee|bakery|tea/, Coffee],
  [/restaurant|food|bar|fast-food|market-food|wine|beer/, Utensils],
  [/shop|market|mall|grocery/, ShoppingBag],
  [/lodging|hotel|hostel|camp/, BedDouble],
  [/rail|train|station|metro|bus/, TrainFront],
  [/air(port|field)/, Plane],
  [/music|theatre|theater|nightlife|cinema/, Music],
];
const features: Readonly<Record<string, LucideIcon>> = {
  country: Globe2,
  region: MapPinned,
  district: MapPinned,
  place: Building2,
  locality: Building2,
  neighborhood: Building2,
  address: House,
  street: House,
};

/** Icon of a place by its kind. */
export function iconOfPlace({ maki, poiCategories, featureType }: Pick<PlaceSearchResult, 'maki' | 'poiCategories' | 'featureType'>): LucideIcon {
  const words = [maki, ...poiCategories].filter((word) => word !== null).map((word) => word.toLowerCase());
  const match = kinds.find(([pattern]) => words.some((word) => pattern.test(word)));
  return match?.[1] ?? features[featureType ?? ''] ?? MapPin;
}
