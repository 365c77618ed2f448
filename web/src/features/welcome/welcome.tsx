import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense, useEffect, useState } from 'react';
import { onBeginning } from './beginning.ts';
import { rememberVisit, shouldWelcome } from './visit.ts';

/** spec 9: pause between two looks at the cookies, milliseconds. */
const lookEveryMs = 1_000;
const WelcomeDialog = lazyPart(async () => (await import('./welcome-dialog.tsx')).WelcomeDialog, 'nothing');

/** Waits until somebody is to be welcomed. Whoever has begun to do something has found in by themselves, and is not held up. */
export function Welcome() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!shouldWelcome()) return;
      end();
      setDue(true);
    }, lookEveryMs);
    const stop = onBeginning(() => {
      end();
      rememberVisit();
    });
    const end = (): void => {
      clearInterval(timer);
      stop();
    };
    return end;
  }, []);
  return <Suspense>{isDue && <WelcomeDialog />}</Suspense>;
}
