import { CarFront, Footprints, type LucideIcon, Plane, Route, TramFront, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { distanceText, durationText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import type { Travel, TravelMode } from '../../../model/itinerary/travel.ts';
import type { PlannedLeg, StopWarning } from '../day/day-marks.ts';

const icons: Readonly<Record<TravelMode, LucideIcon>> = { walk: Footprints, transit: TramFront, road: CarFront, flight: Plane };

/** Distance and travel time from the previous stop. */
export function TravelLine({ travel: { mode, kilometres, minutes } }: { travel: Travel }) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const Icon = icons[mode];
  return (
    <p className="flex items-center gap-2 py-1 pl-11 text-caption text-muted tabular-nums sm:pl-13">
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{t(`way.${mode}`)}</span>{' '}
      {t('way.text', { distance: distanceText(kilometres, reader), time: durationText(minutes, reader) })}
    </p>
  );
}

/** Warnings about a stop on its day. */
export function StopWarnings({ marks }: { marks: readonly StopWarning[] }) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const textOf = (mark: StopWarning): string => {
    switch (mark.kind) {
      case 'overlap':
        return t('glance.overlap');
      case 'tight':
        return t('way.tight', { needed: durationText(mark.needed, reader), left: durationText(Math.max(0, mark.left), reader) });
      case 'far':
        return t('way.far', { distance: distanceText(mark.kilometres, reader) });
      case 'nowhere':
        return t('way.nowhere');
      default:
        return mark satisfies never;
    }
  };
  return marks.map((mark) => (
    <p key={mark.kind} className="mt-1 flex items-center gap-1.5 pl-11 text-caption font-semibold text-warning sm:pl-13">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      {textOf(mark)}
    </p>
  ));
}

/** Totals of a day: number of stops, distance and travel time. */
export function DayTotal({ ways }: { ways: readonly PlannedLeg[] }) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const legs = ways.flatMap(({ travel }) => (travel ? [travel] : []));
  const isByStreets = ways.every(({ travel, isByStreets: isKnown }) => isKnown || !travel);
  if (legs.length === 0) return null;
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  return (
    <p className="mt-2 flex items-center gap-2 text-small text-muted tabular-nums">
      <Route aria-hidden="true" className="size-4" />
      {t(isByStreets ? 'way.totalByStreets' : 'way.total', {
        stops: t('way.stops', { count: ways.length }),
        distance: distanceText(sum(legs.map(({ kilometres }) => kilometres)), reader),
        time: durationText(sum(legs.map(({ minutes }) => minutes)), reader),
      })}
    </p>
  );
}
