import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense, useState } from 'react';
import { setTripStop, useTripDialogState } from './trip-stop.ts';

const TripDialog = lazyPart(async () => (await import('./trip-dialog.tsx')).TripDialog, 'nothing');

/** The single trip dialog of the page. */
export function TripPrompt() {
  const question = useTripDialogState();
  // Kept during the closing animation.
  const [latest, setLatest] = useState(question);
  if (question && question !== latest) setLatest(question);
  if (!latest) return null;
  return (
    <Suspense>
      <TripDialog key={latest.serial} stop={latest.stop} open={question !== null} onOpenChange={(open) => !open && setTripStop(null)} />
    </Suspense>
  );
}
