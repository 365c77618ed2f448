import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense, useState } from 'react';
import { setTripStop, useTripQuestion } from './trip-stop.ts';

const TripDialog = lazyPart(async () => (await import('./trip-dialog.tsx')).TripDialog, 'nothing');

/** Holds the one dialog of the page that takes a stop into a trip. */
export function TripPrompt() {
  const question = useTripQuestion();
  // Stays while the dialog closes.
  const [latest, setLatest] = useState(question);
  if (question && question !== latest) setLatest(question);
  if (!latest) return null;
  return (
    <Suspense>
      <TripDialog key={latest.serial} stop={latest.stop} open={question !== null} onOpenChange={(open) => !open && setTripStop(null)} />
    </Suspense>
  );
}
