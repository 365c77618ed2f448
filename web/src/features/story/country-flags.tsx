import type { Country } from '@waystory/proto/itineraries/country.ts';

/** The countries of a story with their flags, one line that breaks where it must. */
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
