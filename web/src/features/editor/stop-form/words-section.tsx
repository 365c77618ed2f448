import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Clock, FolderOpen, MapPin } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, dateText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { typesForFiles } from '../../../model/upload/file-fault.ts';
import { hasStrippedLocation, type PhotoFacts, readPhotoFacts } from '../../../model/upload/photo-facts.ts';
import { pictureSearchPlaceOf } from '../photo-picker/known-place.ts';
import { type ChosenPlace, coordinatesOf, pinAt, placeNameOf } from '../place-field/chosen-place.ts';
import { distanceLabel } from '../place-field/distance-label.ts';
import type { DayContext } from './day-context.ts';
import { FormSection } from './form-section.tsx';
import { listOfPictures, PicturesField, valuesOfPictures } from './pictures-field.tsx';
import { SectionFields } from './stop-field.tsx';
import type { StopForm } from './use-stop-form.ts';

/** Explains why a photo has lost its location, and reads the location from the original file on the device, without an upload. */
function LostPlace({ onFacts }: { onFacts: (facts: PhotoFacts) => void }) {
  const { t } = useTranslation('stop-form');
  const picker = useRef<HTMLInputElement>(null);
  const [isInVain, setInVain] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const facts = await readPhotoFacts(file);
    setInVain(!facts?.coordinates);
    if (facts?.coordinates) onFacts(facts);
  };
  return (
    <Banner
      tone="info"
      title={t('lostPlace.title')}
      text={t(isInVain ? 'lostPlace.inVain' : 'lostPlace.text')}
      actions={
        <>
          <input
            ref={picker}
            type="file"
            accept={typesForFiles.join()}
            aria-label={t('lostPlace.choose')}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              void read(target.files?.[0]);
              // Reset, so that choosing the same file again fires a change event.
              target.value = '';
            }}
          />
          <Button variant="secondary" size="sm" icon={<FolderOpen aria-hidden="true" />} onClick={() => picker.current?.click()}>
            {t('lostPlace.choose')}
          </Button>
        </>
      }
    />
  );
}

interface WordsSectionProps {
  form: StopForm;
  itineraryId: string;
  context: DayContext;
  onPlace: (place: ChosenPlace) => void;
}

/** Pictures and texts that readers see. */
export function PicturesAndTextsSection({ form, itineraryId, context, onPlace }: WordsSectionProps) {
  const { t } = useTranslation('stop-form');
  return (
    <FormSection title={t('words.heading')}>
      <Pictures form={form} itineraryId={itineraryId} context={context} onPlace={onPlace} />
      <SectionFields form={form} section="words" />
    </FormSection>
  );
}

/** Pictures, and the place and time that a photo of this device suggests. */
function Pictures({ form, itineraryId, context, onPlace }: WordsSectionProps) {
  const [facts, setFacts] = useState<PhotoFacts | null>(null);
  const { title, place } = form.values;
  const where = place && (place.by === 'search' ? place.find.placeName : place.by === 'stop' ? place.fullName : null);
  return (
    <>
      <PicturesField
        words={title || (place && placeNameOf(place)) || ''}
        itineraryId={itineraryId}
        stopQuery={where ?? title}
        place={place ? pictureSearchPlaceOf(place) : undefined}
        pictures={listOfPictures(form.values)}
        onChange={(pictures) => form.edit(valuesOfPictures(pictures))}
        onFile={(file) => void readPhotoFacts(file).then(setFacts)}
      />
      {hasStrippedLocation(facts) && <LostPlace onFacts={setFacts} />}
      {facts && <PhotoSuggestion facts={facts} form={form} context={context} onPlace={onPlace} onDone={() => setFacts(null)} />}
    </>
  );
}

interface PhotoSuggestionProps {
  facts: PhotoFacts;
  form: StopForm;
  context: DayContext;
  onPlace: (place: ChosenPlace) => void;
  /** The suggestion was declined. */
  onDone: () => void;
}

/** Offers place and time of a photo from this device. */
function PhotoSuggestion({ facts, form, context, onPlace, onDone }: PhotoSuggestionProps) {
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
    // In a story with a first date, the date follows from the day.
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
