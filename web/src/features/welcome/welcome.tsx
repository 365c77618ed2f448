import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { shouldWelcome } from './visit.ts';

/** spec 9: pause between two looks at the cookies, milliseconds. */
const lookEveryMs = 1_000;
const WelcomeDialog = lazyPart(async () => (await import('./welcome-dialog.tsx')).WelcomeDialog, 'nothing');

/** Waits until somebody is to be welcomed. */
export function Welcome() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!shouldWelcome()) return;
      clearInterval(timer);
      setDue(true);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return <Suspense>{isDue && <WelcomeDialog />}</Suspense>;
}
