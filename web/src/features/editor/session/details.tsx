import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import { ChevronDown, ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useSaver } from '../../../model/editing/use-session.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { photoOf } from '../../../model/photo/photo.ts';
import { AutosaveText } from '../../../model/saving/autosave-text.tsx';
import { useProblemText } from '../../../model/saving/field-problem.ts';
import { CountriesField } from '../fields/countries-field.tsx';
import { HighlightsField } from '../fields/highlights-field.tsx';
import { PhotoPicker } from '../photo-picker/photo-picker.tsx';
import { chosenImage } from '../photo-picker/photos.query.ts';

/** Optional date of the first day, from which the dates of all other days follow. */
function FirstDate({ session: { itinerary: saver } }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  const { fields, problems } = useSaver(saver);
  const problemText = useProblemText();
  return (
    <Field
      label={t('edit.firstDate')}
      hint={t('edit.firstDateHint')}
      error={problems.firstDate && problemText(problems.firstDate, 'firstDate')}
      className="max-w-md"
    >
      <Input
        type="date"
        value={fields.firstDate ?? ''}
        className="max-w-52"
        onChange={({ target }) => saver.edit({ firstDate: target.value || null })}
        onBlur={() => void saver.flush()}
      />
    </Field>
  );
}

/** Fields of the story besides its days: title and short description first, the rest collapsed. Every field autosaves. */
export function StoryDetails({ session, itinerary }: { session: EditSession; itinerary: WholeItinerary }) {
  const { t } = useTranslation('editor');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section aria-label={t('details.heading')} className="flex flex-col gap-4">
      <div className="flex items-start gap-4 max-sm:flex-col">
        <TitleFields session={session} />
        {!isOpen && <CoverButton session={session} itinerary={itinerary} onOpen={() => setOpen(true)} />}
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        className="self-start"
        icon={<ChevronDown aria-hidden="true" className={cn('transition-transform duration-fast', isOpen && 'rotate-180')} />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('details.more')}
      </Button>
      {isOpen && (
        <div id={id} className="flex animate-fade-in flex-col gap-6 border-line border-b pb-8">
          <Cover session={session} itinerary={itinerary} />
          <MoreFields session={session} />
        </div>
      )}
    </section>
  );
}

function TitleFields({ session: { itinerary: saver } }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1 max-sm:w-full">
      <AutosaveText
        saver={saver}
        field="title"
        label={t('details.title')}
        hideLabel
        required
        max={120}
        placeholder={t('details.titlePlaceholder')}
        controlClassName="-ml-3 h-auto w-[calc(100%+1.5rem)] border-transparent bg-transparent px-3 py-1 text-title hover:border-line focus-visible:bg-surface"
      />
      <AutosaveText
        saver={saver}
        field="shortDescription"
        label={t('details.short')}
        hideLabel
        rows={1}
        max={300}
        placeholder={t('details.shortPlaceholder')}
        controlClassName="-ml-3 min-h-12 w-[calc(100%+1.5rem)] border-transparent bg-transparent px-3 pt-1.5 text-[1.0625rem] text-muted hover:border-line focus-visible:bg-surface focus-visible:text-ink"
      />
    </div>
  );
}

/** Thumbnail of the cover. A press opens the details, which hold the picture picker. */
function CoverButton({ session, itinerary, onOpen }: { session: EditSession; itinerary: WholeItinerary; onOpen: () => void }) {
  const { t } = useTranslation('editor');
  const imageUrl = useSelector(session.itinerary.store, ({ fields }) => fields.imageUrl);
  const imageId = useSelector(session.itinerary.store, ({ fields }) => fields.imageId);
  // A picture chosen just now is not part of the itinerary yet.
  const { data: chosen = null } = useQuery(chosenImage(imageId));
  const image = itinerary.image?.url === imageUrl ? itinerary.image : chosen;
  const photo = photoOf({ imageUrl, image }, 'card');
  const label = t(photo ? 'cover.change' : 'cover.add');
  return (
    <div className="w-26 shrink-0">
      <button
        type="button"
        onClick={onOpen}
        aria-label={label}
        title={label}
        className={cn(
          'grid h-20 w-full place-items-center overflow-hidden rounded-photo transition-[border-color,opacity] duration-fast',
          photo ? 'hover:opacity-85' : 'border-2 border-line-strong/50 border-dashed bg-sunken/60 text-accent-text hover:border-accent',
        )}
      >
        {photo ? (
          <Image src={photo.src} alt="" ratio="13 / 10" className="w-full" />
        ) : (
          <ImagePlus aria-hidden="true" className="size-6" strokeWidth={1.6} />
        )}
      </button>
      {photo?.credit && <PhotoCredit credit={photo.credit} className="mt-1 block truncate text-[0.6875rem] text-muted leading-4" />}
    </div>
  );
}

function MoreFields({ session }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  const saver = session.itinerary;
  const { fields, problems } = useSaver(saver);
  const problemText = useProblemText();
  return (
    <>
      <AutosaveText
        saver={saver}
        field="description"
        label={t('details.description')}
        rows={4}
        max={10_000}
        placeholder={t('details.descriptionPlaceholder')}
      />
      <div className="grid gap-6 xl:grid-cols-2">
        <CountriesField
          value={fields.countryIds}
          error={problems.countryIds && problemText(problems.countryIds, 'countryIds')}
          onChange={(countryIds) => saver.edit({ countryIds })}
        />
        <FirstDate session={session} />
        <HighlightsField value={fields.highlights} onChange={(highlights) => saver.edit({ highlights })} />
      </div>
    </>
  );
}

/** The cover picture of the story, with its picker. */
function Cover({ session, itinerary }: { session: EditSession; itinerary: WholeItinerary }) {
  const { t } = useTranslation('editor');
  const { fields } = useSaver(session.itinerary);
  return (
    <section aria-label={t('cover.heading')}>
      <PhotoPicker
        words={[fields.title, ...itinerary.countries.map(({ name }) => name)].join(' ')}
        itineraryId={session.id}
        value={fields.imageUrl === null ? null : { imageUrl: fields.imageUrl, imageId: fields.imageId }}
        onChange={(photo) => {
          session.itinerary.edit({ imageUrl: photo?.imageUrl ?? null, imageId: photo?.imageId ?? null });
          void session.itinerary.flush();
        }}
      />
    </section>
  );
}
