import type { Country } from '@waystory/proto/itineraries/country.ts';

/** Countries of a story with their flags, in one line that wraps. */
export function CountryFlags({ countries }: { countries: readonly Country[] }) {
  if (countries.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-small font-semibold">
      {countries.map(({ id, code, name }) => (
        <li key={id} className="flex items-center gap-2">
          <img src={`/flags/${code}.svg`} alt="" width={24} height={16} className="h-4 w-6 rounded-[3px] object-cover shadow-lift" />
          {name}
        </li>
      ))}
    </ul>
  );
}
