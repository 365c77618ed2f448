import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Clock, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clockText, dateText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import type { PhotoFacts } from '../../../model/upload/photo-facts.ts';
import { type ChosenPlace, coordinatesOf, pinAt } from '../place-field/chosen-place.ts';
import { distanceLabel } from '../place-field/distance-label.ts';
import type { DayContext } from './day-context.ts';
import type { StopForm } from './use-stop-form.ts';

interface PhotoSuggestionProps {
  facts: PhotoFacts;
  form: StopForm;
  context: DayContext;
  onPlace: (place: ChosenPlace) => void;
  /** The suggestion was declined. */
  onDone: () => void;
}

/** Offers place and time of a photo from this device. */
export function PhotoSuggestion({ facts, form, context, onPlace, onDone }: PhotoSuggestionProps) {
  const { t } = useTranslation('stop-form');
  const reader = useReader();
  const { place, arrival, start, date } = form.values;
  const { coordinates, takenAt } = facts;
  const distance = coordinates && distanceLabel(place && coordinatesOf(place), coordinates, reader);
  const isElsewhere = coordinates !== null && (place === null || coordinatesOf(place) === null || distance !== null);
  const clock = takenAt?.slice(11) ?? '';
  const takenOn = takenAt?.slice(0, 10) ?? '';
  const isOtherTime = takenAt !== null && clock !== arrival && clock !== start;
  if (!isElsewhere && !isOtherTime) return null;

  const takeTime = (): void => {
    const isArrival = arrival !== '' && start === '';
    // In a story with dates the date follows from the day.
    const isDateOpen = !context.isDateFixed && date === '';
    form.edit({ [isArrival ? 'arrival' : 'start']: clock, ...(isDateOpen && { date: takenOn }) });
    form.show(isArrival ? 'arrival' : 'start');
  };
  return (
    <Banner
      tone="info"
      title={t('facts.title')}
      text={t('facts.text')}
      actions={
        <>
          {isElsewhere && (
            <Button variant="secondary" size="sm" icon={<MapPin aria-hidden="true" />} onClick={() => onPlace(pinAt(coordinates))}>
              {distance ? t('facts.placeAway', { distance }) : t('facts.place')}
            </Button>
          )}
          {isOtherTime && (
            <Button variant="secondary" size="sm" icon={<Clock aria-hidden="true" />} onClick={takeTime}>
              {t('facts.time', { time: clockText(`${takenAt}:00Z`, reader), date: dateText(takenOn, reader) })}
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={onDone}>
            {t('facts.dismiss')}
          </Button>
        </>
      }
    />
  );
}
