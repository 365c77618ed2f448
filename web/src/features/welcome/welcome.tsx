import { lazy, Suspense, useEffect, useState } from 'react';
import { shouldWelcome } from './visit.ts';

/** spec 9: pause between two looks at the cookies, milliseconds. */
const lookEveryMs = 1_000;
const WelcomeDialog = lazy(() => import('./welcome-dialog.tsx').then((module) => ({ default: module.WelcomeDialog })));

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
