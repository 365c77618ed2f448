import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { TFunction } from 'i18next';
import { clockText, durationText, type Reader, timesOf } from '../../lib/measures.ts';

type Placed = Pick<Stop, 'title' | 'placeName' | 'addressCity' | 'addressCountry'>;

/** Location of a stop as text: place and city (else country), or city and country when the title is the place's name. Null when unknown. */
export function stopLocationText({ title, placeName, addressCity, addressCountry }: Placed): string | null {
  const isSame = placeName.trim().toLocaleLowerCase() === title.trim().toLocaleLowerCase();
  // Names of pins already end with the country.
  if (!isSame && addressCountry && placeName.endsWith(`, ${addressCountry}`)) return placeName;
  const parts = isSame ? [addressCity, addressCountry] : [placeName, addressCity ?? addressCountry];
  return [...new Set(parts.filter(Boolean))].join(', ') || null;
}

/** Times and duration of a stop in words; null when unknown. */
export function stopTimes(stop: Stop, reader: Reader, t: TFunction<'story'>): string | null {
  const times = timesOf(stop);
  const clock = times && [times.from, times.until].filter((moment) => moment !== null).map((moment) => clockText(moment, reader));
  const stay = stop.durationMinutes ? t('stay', { time: durationText(stop.durationMinutes, reader) }) : null;
  return [clock?.join(' – '), stay].filter(Boolean).join(' · ') || null;
}
