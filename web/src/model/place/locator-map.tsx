import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { useTheme } from '@waystory/ui/theme.ts';
import { MapPin, MapPinOff } from 'lucide-react';

interface LocatorMapProps {
  /** Null for a stop without a position. */
  at: Coordinates | null;
  /** On a background that is dark in both themes. */
  isOnDark?: boolean;
  className?: string;
}

/** Locator map in place of a stop's missing picture, with a pin until it has loaded. Decorative, because the text beside it names the place. */
export function LocatorMap({ at, isOnDark = false, className }: LocatorMapProps) {
  const { resolved } = useTheme();
  const Icon = at ? MapPin : MapPinOff;
  return (
    <span aria-hidden="true" className={cn('relative isolate grid place-items-center overflow-hidden bg-teal-soft text-teal-text', className)}>
      <Icon className="size-6" strokeWidth={1.6} />
      {at && (
        <img
          src={locatorPath(at, isOnDark ? 'dark' : resolved)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}

/** Position of a stop; null when unknown. */
export const locationOfStop = ({ isLocated, coordinates }: { isLocated: boolean; coordinates: Coordinates }): Coordinates | null =>
  isLocated ? coordinates : null;

/** A hundredth of a degree is less than a map pixel, and lets stops of one town share a map. */
const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100 || 0;

/** Path of a locator map with a point in its centre, rendered by the server (services/basemap/locator). */
export const locatorPath = ({ latitude, longitude }: Coordinates, theme: 'light' | 'dark'): string =>
  `/basemap/locators/${theme}/${hundredths(latitude)},${hundredths(longitude)}.svg`;
