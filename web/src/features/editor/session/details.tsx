import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useSaver } from '../../../model/editing/use-session.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { useProblemText } from '../../../model/saving/problem-text.ts';
import { AutosaveText } from '../fields/autosave-text.tsx';
import { CountriesField } from '../fields/countries-field.tsx';
import { HighlightsField } from '../fields/highlights-field.tsx';
import { PhotoPicker } from '../photo-picker/photo-picker.tsx';

/** Everything about the story beside its days; every field saves itself. */
export function Details({ session, itinerary }: { session: EditSession; itinerary: WholeItinerary }) {
  const { t } = useTranslation('editor');
  const saver = session.itinerary;
  const { fields, problems } = useSaver(saver);
  const problemText = useProblemText();
  return (
    <section aria-label={t('details.heading')} className="flex flex-col gap-6">
      <Cover session={session} itinerary={itinerary} />
      <div className="flex flex-col gap-2">
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
          controlClassName="-ml-3 min-h-16 w-[calc(100%+1.5rem)] border-transparent bg-transparent px-3 pt-1.5 text-[1.0625rem] text-muted hover:border-line focus-visible:bg-surface focus-visible:text-ink"
        />
      </div>
      <AutosaveText
        saver={saver}
        field="description"
        label={t('details.description')}
        rows={4}
        max={10_000}
        placeholder={t('details.descriptionPlaceholder')}
      />
      <div className="grid gap-6 md:grid-cols-2">
        <CountriesField
          value={fields.countryIds}
          error={problems.countryIds && problemText(problems.countryIds, 'countryIds')}
          onChange={(countryIds) => saver.edit({ countryIds })}
        />
        <HighlightsField value={fields.highlights} onChange={(highlights) => saver.edit({ highlights })} />
      </div>
    </section>
  );
}

/** The picture over the story, and the way to another one. */
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
