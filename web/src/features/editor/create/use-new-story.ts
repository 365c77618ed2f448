import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { newStoryRules, newStorySaver } from '../../../model/editing/new-story.ts';
import { useSaver } from '../../../model/editing/use-session.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { ownDrafts } from '../../../model/saving/draft-store.ts';
import { useSaverForm } from '../../../model/saving/use-form.ts';

/** The form of a new story; its draft stays in this browser until the story is created. */
export function useNewStory() {
  const navigate = useNavigate();
  const [{ saver, createdId }] = useState(() => newStorySaver(itineraryWrites, ownDrafts()));
  const form = useSaverForm(saver, newStoryRules);
  const { state, restored } = useSaver(saver);
  useEffect(
    () => saver.whenSaved(() => void navigate({ to: '/itineraries/$id/edit', params: { id: createdId() ?? '' }, replace: true })),
    [saver, createdId, navigate],
  );
  return {
    form,
    phase: state.phase,
    isRestored: restored.length > 0,
    submit: form.submit(() => saver.save()),
    accept: () => saver.acceptRestored(),
    discard: () => {
      saver.discard();
      form.reset();
    },
  };
}
