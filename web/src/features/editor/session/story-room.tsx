import { mostStoryBytes } from '@waystory/proto/itineraries/story-size.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { storyRoom } from '../../../model/itinerary/story-room.ts';

const megabytes = (bytes: number, language: string): string => (bytes / 1_000_000).toLocaleString(language, { maximumFractionDigits: 1 });

/** Tells its writer that a story has little room left; nothing before that. */
export function StoryRoom({ itinerary }: { itinerary: WholeItinerary }) {
  const { t, i18n } = useTranslation('editor');
  const { used, state } = useMemo(() => storyRoom(itinerary), [itinerary]);
  if (state === 'free') return null;
  const values = { used: megabytes(used, i18n.language), most: megabytes(mostStoryBytes, i18n.language) };
  return <Banner tone={state === 'full' ? 'conflict' : 'info'} title={t(`room.${state}Title`)} text={t(`room.${state}Text`, values)} />;
}
