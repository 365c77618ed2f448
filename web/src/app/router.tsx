import { createRootRoute, createRoute, createRouter, type ErrorComponentProps, retainSearchParams, useRouter } from '@tanstack/react-router';
import { reportFailure } from '@waystory/client/monitoring/monitoring.ts';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { PageSkeleton } from '@waystory/ui/page-skeleton.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { homeSearch, parseSearch, reelsSearch, rootSearch, searchSearch, stringifySearch } from '../lib/search-params.ts';
import { RootPage } from './layout/root-page.tsx';

/** Replaces a page that failed, for example because its chunk did not load. */
function PageFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(() => {
    console.error(error);
    reportFailure(error);
  }, [error]);
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="grid min-h-[60dvh] place-content-center p-6">
      <ErrorState title={t('common.error.title')} text={t('common.error.text')} onRetry={retry} />
    </div>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** spec 2.1; all other pages require a sign-in. */
    access?: 'public';
    /** spec 2.3: the footer is hidden on the map, in the reels and on an itinerary. */
    footer?: 'hidden';
    /** The page fills the window and has its own margins. On a phone, a `stage` leaves no room for the bars. */
    layout?: 'full' | 'bare' | 'stage';
  }
}

const root = createRootRoute({
  component: RootPage,
  errorComponent: PageFailure,
  validateSearch: rootSearch,
  // A conversation stays open across pages.
  search: { middlewares: [retainSearchParams(['chatOpen', 'chatThreadId'])] },
  notFoundComponent: lazyPart(async () => (await import('../features/pages/not-found-page.tsx')).NotFoundPage, 'page'),
});
const onRoot = { getParentRoute: () => root, pendingComponent: PageSkeleton, errorComponent: PageFailure } as const;
const open = { access: 'public' } as const;

/** Requests the edited story while its page's chunk loads, not after. */
async function readStory(id: string): Promise<void> {
  const { prefetchItinerary } = await import('../model/itinerary/itinerary.query.ts');
  await prefetchItinerary(id);
}

const home = createRoute({
  ...onRoot,
  path: '/',
  staticData: { ...open, footer: 'hidden', layout: 'full' },
  validateSearch: homeSearch,
  component: lazyPart(async () => (await import('./pages/home.tsx')).Home, 'page'),
});
const help = createRoute({
  ...onRoot,
  path: '/help',
  staticData: open,
  component: lazyPart(async () => (await import('../features/pages/help-page.tsx')).HelpPage, 'page'),
});
const search = createRoute({
  ...onRoot,
  path: '/search',
  staticData: open,
  validateSearch: searchSearch,
  component: lazyPart(async () => (await import('../features/search/search-page.tsx')).SearchPage, 'page'),
});
const terms = createRoute({
  ...onRoot,
  path: '/terms',
  staticData: open,
  component: lazyPart(async () => (await import('../features/pages/terms-page.tsx')).TermsPage, 'page'),
});
const privacy = createRoute({
  ...onRoot,
  path: '/privacy',
  staticData: open,
  component: lazyPart(async () => (await import('../features/pages/privacy-page.tsx')).PrivacyPage, 'page'),
});
const create = createRoute({
  ...onRoot,
  path: '/itineraries/create',
  staticData: open,
  component: lazyPart(async () => (await import('../features/editor/create-page.tsx')).CreatePage, 'page'),
});
const createManual = createRoute({
  ...onRoot,
  path: '/itineraries/create/manual',
  component: lazyPart(async () => (await import('../features/editor/manual-page.tsx')).ManualPage, 'page'),
});
const myItineraries = createRoute({
  ...onRoot,
  path: '/my-itineraries',
  staticData: open,
  component: lazyPart(async () => (await import('../features/my-itineraries/my-itineraries-page.tsx')).MyItinerariesPage, 'page'),
});
const following = createRoute({
  ...onRoot,
  path: '/following',
  component: lazyPart(async () => (await import('../features/following/following-page.tsx')).FollowingPage, 'page'),
});
const list = createRoute({
  ...onRoot,
  path: '/lists/$id',
  component: lazyPart(async () => (await import('../features/lists/list-page.tsx')).ListPage, 'page'),
});
const profile = createRoute({
  ...onRoot,
  path: '/profile',
  staticData: open,
  component: lazyPart(async () => (await import('./pages/profile.tsx')).Profile, 'page'),
});
const receipt = createRoute({
  ...onRoot,
  path: '/profile/orders/$orderId',
  component: lazyPart(async () => (await import('../features/credits/receipt-page.tsx')).ReceiptPage, 'page'),
});
const reels = createRoute({
  ...onRoot,
  path: '/itineraries/reels/$startId',
  staticData: { ...open, footer: 'hidden', layout: 'stage' },
  validateSearch: reelsSearch,
  component: lazyPart(async () => (await import('./pages/reels.tsx')).Reels, 'page'),
});
const itinerary = createRoute({
  ...onRoot,
  path: '/itineraries/$id',
  staticData: { ...open, footer: 'hidden', layout: 'full' },
  component: lazyPart(async () => (await import('../features/story/itinerary-page.tsx')).ItineraryPage, 'page'),
});
const editItinerary = createRoute({
  ...onRoot,
  path: '/itineraries/$id/edit',
  loader: ({ params }) => void readStory(params.id),
  component: lazyPart(async () => (await import('../features/editor/edit-itinerary-page.tsx')).EditItineraryPage, 'page'),
});
const editDay = createRoute({
  ...onRoot,
  path: '/itineraries/$id/days/$dayId/edit',
  loader: ({ params }) => void readStory(params.id),
  component: lazyPart(async () => (await import('../features/editor/edit-day-page.tsx')).EditDayPage, 'page'),
});
const editStop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/days/$dayId/stops/$stopId/form',
  loader: ({ params }) => void readStory(params.itineraryId),
  component: lazyPart(async () => (await import('../features/editor/stop-form-page.tsx')).EditStopPage, 'page'),
});
const newStop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/days/$dayId/stops/form',
  loader: ({ params }) => void readStory(params.itineraryId),
  component: lazyPart(async () => (await import('../features/editor/stop-form-page.tsx')).NewStopPage, 'page'),
});
const stop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/stops/$stopId',
  staticData: open,
  component: lazyPart(async () => (await import('../features/story/stop-page.tsx')).StopPage, 'page'),
});
const user = createRoute({
  ...onRoot,
  path: '/users/$userId',
  staticData: open,
  component: lazyPart(async () => (await import('../features/user/user-page.tsx')).UserPage, 'page'),
});
const callback = createRoute({
  ...onRoot,
  path: '/auth/callback',
  staticData: { ...open, footer: 'hidden', layout: 'bare' },
  component: lazyPart(async () => (await import('./callback-page.tsx')).CallbackPage, 'page'),
});
const design = createRoute({
  ...onRoot,
  path: '/design',
  staticData: { ...open, footer: 'hidden', layout: 'bare' },
  component: lazyPart(async () => (await import('../features/design/design-page.tsx')).DesignPage, 'page'),
});

const pages = [
  ...[home, help, search, terms, privacy, create, createManual, myItineraries, following, profile, receipt, reels, itinerary],
  ...[list, editItinerary, editDay, editStop, newStop, stop, user, callback],
] as const;

export const routeTree = root.addChildren(import.meta.env.DEV ? [...pages, design] : [...pages]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  scrollRestoration: true,
  trailingSlash: 'preserve',
});
