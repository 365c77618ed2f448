import { useLocation } from '@tanstack/react-router';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense, useEffect, useState } from 'react';
import { isSharedPath, shouldWelcome } from './visit.ts';

/** spec 9: interval between two reads of the cookies, milliseconds. */
const lookEveryMs = 1_000;
const WelcomeDialog = lazyPart(async () => (await import('./welcome-dialog.tsx')).WelcomeDialog, 'nothing');

/** Editor pages of a story and of a day, and the page that creates a story. No dialog may interrupt there. */
const writing = /\/(?:edit|create|create\/manual|stops\/form|stops\/[^/]+\/form)$/;

/**
 * Shows the welcome dialog to a first-time visitor. A first interaction postpones it to the next page or visit. A visit that begins with a typically
 * shared page, such as a story, shows none there.
 */
export function Welcome() {
  const [isDue, setDue] = useState(false);
  const page = useLocation({ select: ({ pathname }) => pathname });
  const [firstPage] = useState(page);
  useEffect(() => {
    if (writing.test(page) || (page === firstPage && isSharedPath(page))) return;
    const timer = setInterval(() => {
      if (!shouldWelcome()) return;
      end();
      setDue(true);
    }, lookEveryMs);
    const stop = onFirstInteraction(() => end());
    const end = (): void => {
      clearInterval(timer);
      stop();
    };
    return end;
  }, [page, firstPage]);
  return <Suspense>{isDue && <WelcomeDialog />}</Suspense>;
}

const acts = ['pointerdown', 'keydown', 'wheel'] as const;

/** A press in the consent bar is no first interaction, because the welcome dialog waits for the answer. */
const isAnswer = ({ target }: Event): boolean => target instanceof Element && target.closest('[data-consent]') !== null;

/** Calls the listener once, at the first press, key or turn of the wheel. Returns a function that removes the listener. */
export function onFirstInteraction(listener: () => void): () => void {
  const end = new AbortController();
  const act = (event: Event): void => {
    if (isAnswer(event)) return;
    end.abort();
    listener();
  };
  for (const type of acts) addEventListener(type, act, { capture: true, passive: true, signal: end.signal });
  return () => end.abort();
}
