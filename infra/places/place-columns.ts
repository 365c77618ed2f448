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

/** All places of the gazetteer, one in a row: towns first, then quarters of towns, then countries. As objects they would take six times the memory. */
export interface PlaceColumns {
  towns: number;
  quarters: number;
  /** Columns of towns and quarters. */
  id: Int32Array<ArrayBuffer>;
  name: Texts;
  /** Places in the lists of codes. */
  country: Uint16Array<ArrayBuffer>;
  admin: Uint16Array<ArrayBuffer>;
  countryCodes: readonly string[];
  adminCodes: readonly string[];
  population: Uint32Array<ArrayBuffer>;
  /** Degrees times `degree`. */
  latitude: Int32Array<ArrayBuffer>;
  longitude: Int32Array<ArrayBuffer>;
  /** Radius of towns, kilometres. */
  radius: Float64Array<ArrayBuffer>;
  /** Positions of all rows, three numbers each, on a sphere of radius 1. Neither the poles nor the antimeridian are special there. */
  sphere: Float64Array<ArrayBuffer>;
  /** Rows of countries. */
  countries: readonly { code: string; centre: Coordinates }[];
}

/** The gazetteer has coordinates in steps of this part of a degree. */
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

/** Rows that are no countries. */
export const townRows = ({ towns, quarters }: PlaceColumns): number => towns + quarters;
export const rowsIn = (columns: PlaceColumns): number => townRows(columns) + columns.countries.length;
