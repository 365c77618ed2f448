import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useSaver } from '../../../model/editing/use-session.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { PhotoPicker } from '../photo-picker/photo-picker.tsx';

/** The picture over the story, and the way to another one. */
export function Cover({ session, itinerary }: { session: EditSession; itinerary: WholeItinerary }) {
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
