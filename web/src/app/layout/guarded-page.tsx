import { Outlet, useMatches } from '@tanstack/react-router';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { useIsAway } from '@waystory/client/use-is-away.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense, useEffect } from 'react';
import { IntentRunner } from '../../features/login-prompt/intent-runner.tsx';
import { AwayPage } from './away-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { Shell } from './shell.tsx';
import { SignInTrouble } from './sign-in-trouble.tsx';

// Visitors never need them, so they are no part of the first load.
const ReportPrompt = lazyPart(async () => (await import('../../model/social/report-prompt.tsx')).ReportPrompt, 'nothing');
const TripPrompt = lazyPart(async () => (await import('../../model/trip/trip-prompt.tsx')).TripPrompt, 'nothing');

/** spec 2.1, 2.2, 4: a page that is not public is shown to whoever is signed in; others go to the sign-in and come back here. */
export function GuardedPage() {
  const matches = useMatches();
  const leaf = matches.at(-1);
  // The root alone matches an unknown address; those are protected like every path that is not listed as public.
  const isPublic = leaf?.staticData.access === 'public';
  const { attempted, person, redirecting, isStuck, isUnusable } = useAuth(!isPublic);
  const mustSignIn = !isPublic && person === null;
  const isAway = useIsAway();
  // Nobody is sent to a provider who cannot be reached: the way there ends on a page of the browser.
  const isHeldUp = isStuck || isUnusable;
  const leave = mustSignIn && attempted && !redirecting && !isAway && !isHeldUp;

  useEffect(() => {
    if (leave) void auth.signInByItself();
  }, [leave]);

  if (mustSignIn && attempted && isAway) return <AwayPage />;
  if (mustSignIn) return isHeldUp && !redirecting ? <SignInTrouble /> : <LoadingScreen />;
  if (leaf?.staticData.layout === 'bare') return <Outlet />;
  return (
    <>
      <Shell footer={leaf?.staticData.footer !== 'hidden'} layout={leaf?.staticData.layout} />
      {/* Not in the page that ends a sign-in: there nobody is signed in yet. */}
      <IntentRunner />
      <Suspense>{person && <ReportPrompt />}</Suspense>
      <Suspense>{person && <TripPrompt />}</Suspense>
    </>
  );
}
