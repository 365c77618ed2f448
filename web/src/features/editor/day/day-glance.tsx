import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { Card } from '@waystory/ui/card.tsx';
import { Stat, StatList } from '@waystory/ui/stat.tsx';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clockText, durationText, timesOf } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { dayTimesOf } from './day-times.ts';

/** Times of a day at a glance: first and last time, total stay, total travel. */
export function DayGlance({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const times = dayTimesOf(stops);
  const clock = [times.from, times.until].filter((moment) => moment !== null).map((moment) => clockText(moment, reader));
  const duration = (minutes: number | null): string => (minutes === null ? '–' : durationText(minutes, reader));
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-heading">{t('glance.heading')}</h2>
      <StatList className="grid-cols-2">
        <Stat value={clock.join(' – ') || '–'} label={t('glance.clock')} className="col-span-2" />
        <Stat value={stops.length} label={t('glance.stops', { count: stops.length })} />
        <Stat value={duration(times.staying)} label={t('glance.staying')} />
        <Stat value={duration(times.travelling)} label={t('glance.travelling')} />
      </StatList>
      {stops.length > 0 && (
        <ol className="flex flex-col gap-1 border-line border-t pt-4">
          {stops.map((stop, index) => (
            <GlanceRow key={stop.id} stop={stop} isFirst={index === 0} overlaps={times.overlaps.includes(index)} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function GlanceRow({ stop, isFirst, overlaps }: { stop: Stop; isFirst: boolean; overlaps: boolean }) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const times = timesOf(stop);
  return (
    <li>
      {!isFirst && stop.travelTimeMinutes !== null && (
        <p className="ml-19 py-0.5 text-caption text-muted">{t('glance.way', { time: durationText(stop.travelTimeMinutes, reader) })}</p>
      )}
      <div className="flex items-baseline gap-3 text-small">
        <span className="w-16 shrink-0 whitespace-nowrap text-right text-muted tabular-nums">{times ? clockText(times.from, reader) : '–'}</span>
        <span className="min-w-0 flex-1 truncate font-semibold">{stop.title}</span>
        {stop.durationMinutes !== null && <span className="shrink-0 text-muted tabular-nums">{durationText(stop.durationMinutes, reader)}</span>}
      </div>
      {overlaps && (
        <p className="ml-19 flex items-center gap-1.5 text-caption font-semibold text-warning">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          {t('glance.overlap')}
        </p>
      )}
    </li>
  );
}
