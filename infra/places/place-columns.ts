import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type Texts, textAt } from './lists.ts';

/** A town of the gazetteer (GeoNames, CC BY 4.0). */
export interface Town {
  /** Identifier at GeoNames. */
  id: number;
  name: string;
  countryCode: string;
  /** First-order division of the country, as GeoNames codes it. */
  adminCode: string;
  coordinates: Coordinates;
  /** 0 when unknown. */
  population: number;
}

/** All places of the gazetteer, one per row: towns, then quarters, then countries. Objects would take six times the memory. */
export interface PlaceColumns {
  towns: number;
  quarters: number;
  /** Columns of towns and quarters. */
  id: Int32Array<ArrayBuffer>;
  name: Texts;
  /** Indexes into the lists of codes. */
  country: Uint16Array<ArrayBuffer>;
  admin: Uint16Array<ArrayBuffer>;
  countryCodes: readonly string[];
  adminCodes: readonly string[];
  population: Uint32Array<ArrayBuffer>;
  /** In units of 1 / `degree` of a degree. */
  latitude: Int32Array<ArrayBuffer>;
  longitude: Int32Array<ArrayBuffer>;
  /** Radius of towns, kilometres. */
  radius: Float64Array<ArrayBuffer>;
  /** Positions of all rows on a sphere of radius 1, three coordinates each. Poles and antimeridian need no special case there. */
  sphere: Float64Array<ArrayBuffer>;
  /** Rows of countries. */
  countries: readonly { code: string; centre: Coordinates }[];
}

/** Steps per degree, the precision of the gazetteer. */
export const degree = 1e5;

export function townAt(columns: PlaceColumns, row: number): Town {
  return {
    id: columns.id[row] ?? 0,
    name: textAt(columns.name, row),
    countryCode: columns.countryCodes[columns.country[row] ?? 0] ?? '',
    adminCode: columns.adminCodes[columns.admin[row] ?? 0] ?? '',
    coordinates: { latitude: (columns.latitude[row] ?? 0) / degree, longitude: (columns.longitude[row] ?? 0) / degree },
    population: columns.population[row] ?? 0,
  };
}

/** Number of rows before the countries. */
export const townRows = ({ towns, quarters }: PlaceColumns): number => towns + quarters;
export const rowsIn = (columns: PlaceColumns): number => townRows(columns) + columns.countries.length;
