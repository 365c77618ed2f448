import { useQuery } from '@tanstack/react-query';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import { longestTitle } from '@waystory/proto/itineraries/stop.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Input } from '@waystory/ui/field.tsx';
import { Select } from '@waystory/ui/select.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { MapPin, Plus, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadChapter } from '../../../map/story/story-focus.ts';
import type { Chapter } from '../../../model/itinerary/chapters.ts';
import { refreshAround } from '../../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { iconOfPlace } from '../../../model/place/place-icon.ts';
import { chosenPlaceReferenceOf, pinAt, placeOfSearchResult } from '../place-field/chosen-place.ts';
import { nearestPlace } from '../place-field/place.query.ts';
import { type StopCandidate, usePlanMapState } from './plan-spot.ts';

/** Form that adds the marked point, or the known place there, as a stop of a day. */
export function StopCandidateCard({ itineraryId, spot, chapters }: { itineraryId: string; spot: StopCandidate; chapters: readonly Chapter[] }) {
  const { t } = useTranslation('editor');
  const { mark } = usePlanMapState();
  const days = chapters.flatMap(({ day }) => (day ? [day] : []));
  const { dayId, choose } = useDayOfSpot(spot, chapters);
  const { title, setTitle, add, isAdding } = useAddition(itineraryId, spot, dayId);
  const nearest = useQuery(nearestPlace(spot.find ? null : spot.at));
  const close = (): void => mark(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add(nearest.data ?? null);
  };
  return (
    <form
      noValidate
      aria-label={t('planMap.card')}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className="absolute inset-x-3 bottom-3 z-strip mx-auto flex max-w-md animate-fade-in flex-col gap-3 rounded-sheet border border-line bg-raised p-4 shadow-overlay"
    >
      <div className="flex items-start gap-3">
        {spot.find ? <PlaceLines find={spot.find} /> : <TitleField value={title} onChange={setTitle} hint={nearest.data?.label ?? null} />}
        <Button icon={<X />} variant="quiet" size="icon-sm" className="-mt-1 -mr-1 text-muted" aria-label={t('planMap.close')} onClick={close} />
      </div>
      {days.length > 0 ? (
        <div className="flex gap-2">
          <DaySelect days={days} value={dayId} onChange={choose} />
          <Button type="submit" loading={isAdding} disabled={title.trim() === ''} icon={<Plus aria-hidden="true" />}>
            {t('planMap.add')}
          </Button>
        </div>
      ) : (
        <p className="text-small text-muted">{t('planMap.noDays')}</p>
      )}
    </form>
  );
}

function PlaceLines({ find }: { find: NonNullable<StopCandidate['find']> }) {
  const Icon = iconOfPlace(find);
  return (
    <>
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-teal-soft text-teal-text">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div role="status" className="min-w-0 flex-1">
        <p className="truncate font-semibold">{find.name}</p>
        <p className="truncate text-small text-muted">{find.placeFormatted}</p>
      </div>
    </>
  );
}

interface TitleFieldProps {
  value: string;
  onChange: (title: string) => void;
  /** Name of a place near the point. */
  hint: string | null;
}

/** Name field of a point, which has no name of its own. */
function TitleField({ value, onChange, hint }: TitleFieldProps) {
  const { t } = useTranslation('editor');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  return (
    <div className="min-w-0 flex-1">
      <Input
        ref={input}
        aria-label={t('planMap.title')}
        placeholder={t('planMap.titlePlaceholder')}
        value={value}
        maxLength={longestTitle}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <p role="status" className="mt-1.5 flex min-h-5 items-center gap-1.5 text-small text-muted">
        {hint && (
          <>
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate">{hint}</span>
          </>
        )}
      </p>
    </div>
  );
}

function DaySelect({ days, value, onChange }: { days: readonly Day[]; value: string; onChange: (dayId: string) => void }) {
  const { t } = useTranslation('editor');
  const options = days.map(({ id, number, title }) => ({ value: id, label: [t('day.heading', { number }), title].filter(Boolean).join(' · ') }));
  return <Select aria-label={t('planMap.day')} options={options} value={value} onValueChange={onChange} className="min-w-0 flex-1" />;
}

/**
 * Day for the new stop: chosen here, else the target day of the spot, else the current day. Without any, it is the last day with stops, or the first
 * day.
 */
function useDayOfSpot(spot: StopCandidate, chapters: readonly Chapter[]) {
  const reading = useReadChapter();
  const [chosen, setChosen] = useState<string | null>(null);
  const days = chapters.filter(({ day }) => day);
  const likely = days.find(({ key }) => key === reading) ?? days.findLast(({ entries }) => entries.length > 0) ?? days[0];
  const dayId = [chosen, spot.dayId].find((id) => days.some(({ day }) => day?.id === id)) ?? likely?.day?.id ?? '';
  return { dayId, choose: setChosen };
}

/** Adds the marked point as a stop. Retries share an idempotency key, so they add one stop. */
function useAddition(itineraryId: string, spot: StopCandidate, dayId: string) {
  const { t } = useTranslation('editor');
  const { mark } = usePlanMapState();
  const [isAdding, setAdding] = useState(false);
  const attempt = useRef({ sent: '', key: '' });
  const title = spot.find?.name ?? spot.title;
  const setTitle = (text: string): void => mark({ ...spot, title: text });
  const add = async (near: Parameters<typeof chosenPlaceReferenceOf>[1]): Promise<void> => {
    if (title.trim() === '' || isAdding) return;
    setAdding(true);
    const place = chosenPlaceReferenceOf(spot.find ? placeOfSearchResult(spot.find) : pinAt(spot.at), near);
    const body = { title: title.trim().slice(0, longestTitle), ...place, dayIds: [dayId] };
    const sent = JSON.stringify(body);
    if (attempt.current.sent !== sent) attempt.current = { sent, key: crypto.randomUUID() };
    try {
      await itineraryWrites.addStop({ params: { itineraryId }, body, idempotencyKey: attempt.current.key });
      await refreshAround(itineraryId).catch(() => null);
      mark(null);
    } catch {
      toast.error(t('stop.addFailed', { title }));
      setAdding(false);
    }
  };
  return { title, setTitle, add, isAdding };
}
