import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth } from '../../../client/identity/auth.ts';
import {
  blankStory,
  createStory,
  type NewStory,
  type NewStoryDraft,
  newStoryEntity,
  newStoryRules,
  readNewStory,
  writeNewStory,
} from '../../../model/editing/new-story.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { createDraftStore } from '../../../model/saving/draft-store.ts';
import { type Failure, failureOf } from '../../../model/saving/failure.ts';

/** The form of a new story; what is typed is kept in this browser until the story is created. */
export function useNewStory() {
  const navigate = useNavigate();
  const drafts = useMemo(() => createDraftStore(localStorage, auth.snapshot().person?.subject ?? 'nobody'), []);
  const found = useMemo(() => readNewStory(drafts), [drafts]);
  const [draft] = useState<NewStoryDraft>(() => found ?? { key: crypto.randomUUID(), story: blankStory, sent: null });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isRestored, setRestored] = useState(found !== null);
  const form = useForm<NewStory>({ resolver: zodResolver(newStoryRules), defaultValues: draft.story, mode: 'onTouched' });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          draft.story = { ...blankStory, ...values };
          writeNewStory(drafts, draft, new Date().toISOString());
        },
      }),
    [form, draft, drafts],
  );

  const submit = form.handleSubmit(async (story) => {
    draft.story = story;
    draft.sent ??= story;
    writeNewStory(drafts, draft, new Date().toISOString());
    setFailure(null);
    try {
      const id = await createStory(itineraryWrites, draft);
      drafts.remove(newStoryEntity);
      await navigate({ to: '/itineraries/$id/edit', params: { id }, replace: true });
    } catch (error) {
      setFailure(failureOf(error));
    }
  });
  const discard = (): void => {
    drafts.remove(newStoryEntity);
    Object.assign(draft, { key: crypto.randomUUID(), story: blankStory, sent: null });
    setRestored(false);
    form.reset(blankStory);
    drafts.remove(newStoryEntity);
  };
  return { form, submit, failure, isRestored, accept: () => setRestored(false), discard };
}
