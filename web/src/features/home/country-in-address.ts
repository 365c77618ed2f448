import { useQuery } from '@tanstack/react-query';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { useEffect, useRef } from 'react';
import { countriesInView } from '../../model/country/countries.query.ts';
import type { Explorer } from './explorer-view.ts';
import type { HomeAddress } from './home-address.ts';

/** The country whose stories alone are shown; null for the world, and until it is known. A link that says no more than the country leads to its part of the map. */
export function useCountryInAddress({ search: { country, bounds } }: HomeAddress, { openCountry }: Explorer): CountryInView | null {
  const { data } = useQuery({ ...countriesInView(null), enabled: country !== undefined });
  const known = (country && data?.items.find(({ code }) => code === country)) || null;
  const toFit = useRef(bounds ? undefined : country);
  useEffect(() => {
    if (!known || toFit.current !== known.code) return;
    toFit.current = undefined;
    openCountry(known.bounds);
  }, [known, openCountry]);
  return known;
}
