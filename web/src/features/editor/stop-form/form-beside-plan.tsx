import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusContext, StoryFocus } from '../../../map/story/story-focus.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { chapterKey, entryKey } from '../../../model/itinerary/chapters.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { DaysBoard } from '../board/days-board.tsx';
import type { DayContext } from './day-context.ts';

interface FormBesidePlanProps {
  session: EditSession;
  itinerary: WholeItinerary;
  context: DayContext;
  /** Null for a new stop. */
  stopId: string | null;
  /** The form. */
  children: ReactNode;
}

/** The details of a stop beside the plan that it is part of, from which one goes on to the next stop. */
export function FormBesidePlan({ session, itinerary, context, stopId, children }: FormBesidePlanProps) {
  const { t } = useTranslation('editor');
  const [focus] = useState(() => new StoryFocus());
  const row = stopId === null ? chapterKey(context.day) : entryKey(chapterKey(context.day), stopId);
  useEffect(() => {
    // After the router, which begins every page at its top.
    const frame = requestAnimationFrame(() => document.getElementById(row)?.scrollIntoView({ block: 'nearest' }));
    focus.point(row);
    return () => cancelAnimationFrame(frame);
  }, [focus, row]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(34rem,48%)] items-start">
      <section aria-label={t('edit.days')} className="min-w-0 px-8 pt-5 pb-24">
        <FocusContext value={focus}>
          <DaysBoard session={session} itinerary={itinerary} />
        </FocusContext>
      </section>
      <div className="sticky top-14 h-[calc(100dvh-3.5rem)] overflow-y-auto border-line border-l bg-canvas">{children}</div>
    </div>
  );
}
