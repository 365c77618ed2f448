import { createRootRoute, createRoute, createRouter, type ErrorComponentProps, retainSearchParams, useRouter } from '@tanstack/react-router';
import { reportFailure } from '@waystory/client/monitoring/monitoring.ts';
import { type LazyPart, lazyPart } from '@waystory/ui/lazy-part.tsx';
import { PageSkeleton } from '@waystory/ui/skeleton.tsx';
import { ErrorState } from '@waystory/ui/state-panel.tsx';
import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { homeSearch, parseSearch, reelsSearch, rootSearch, searchPageParams, stringifySearch } from '../lib/search-params.ts';
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
    /** spec 2.1: the page needs no sign-in; all other pages require a sign-in. */
    access?: 'public';
    /** spec 2.3: the footer is hidden on the map, in the reels and on an itinerary. */
    footer?: 'hidden';
    /** The page fills the window and has its own margins. A `bare` page never has navigation bars; a `stage` has none on a phone. */
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
const open = { ...onRoot, staticData: { access: 'public' } } as const;
const page = (load: () => Promise<ComponentType>): LazyPart<object> => lazyPart(load, 'page');

/** Requests the edited story while its page's chunk loads, not after. */
async function readStory(id: string): Promise<void> {
  const { prefetchItinerary } = await import('../model/itinerary/itinerary.query.ts');
  await prefetchItinerary(id);
}

const home = createRoute({
  ...onRoot,
  path: '/',
  staticData: { access: 'public', footer: 'hidden', layout: 'full' },
  validateSearch: homeSearch,
  component: page(async () => (await import('./pages/home.tsx')).Home),
});
const help = createRoute({ ...open, path: '/help', component: page(async () => (await import('../features/pages/help-page.tsx')).HelpPage) });
const search = createRoute({
  ...open,
  path: '/search',
  validateSearch: searchPageParams,
  component: page(async () => (await import('../features/search/search-page.tsx')).SearchPage),
});
const terms = createRoute({ ...open, path: '/terms', component: page(async () => (await import('../features/pages/prose-page.tsx')).TermsPage) });
const privacy = createRoute({
  ...open,
  path: '/privacy',
  component: page(async () => (await import('../features/pages/prose-page.tsx')).PrivacyPage),
});
const create = createRoute({
  ...open,
  path: '/itineraries/create',
  component: page(async () => (await import('../features/editor/create-page.tsx')).CreatePage),
});
const createManual = createRoute({
  ...onRoot,
  path: '/itineraries/create/manual',
  component: page(async () => (await import('../features/editor/manual-page.tsx')).ManualPage),
});
const myItineraries = createRoute({
  ...open,
  path: '/my-itineraries',
  component: page(async () => (await import('../features/my-itineraries/my-itineraries-page.tsx')).MyItinerariesPage),
});
const following = createRoute({
  ...onRoot,
  path: '/following',
  component: page(async () => (await import('../features/following/following-page.tsx')).FollowingPage),
});
const list = createRoute({ ...onRoot, path: '/lists/$id', component: page(async () => (await import('../features/lists/list-page.tsx')).ListPage) });
const profile = createRoute({ ...open, path: '/profile', component: page(async () => (await import('./pages/profile.tsx')).Profile) });
const receipt = createRoute({
  ...onRoot,
  path: '/profile/orders/$orderId',
  component: page(async () => (await import('../features/credits/receipt-page.tsx')).ReceiptPage),
});
const reels = createRoute({
  ...onRoot,
  path: '/itineraries/reels/$startId',
  staticData: { access: 'public', footer: 'hidden', layout: 'stage' },
  validateSearch: reelsSearch,
  component: page(async () => (await import('./pages/reels.tsx')).Reels),
});
const itinerary = createRoute({
  ...onRoot,
  path: '/itineraries/$id',
  staticData: { access: 'public', footer: 'hidden', layout: 'full' },
  component: page(async () => (await import('../features/story/itinerary-page.tsx')).ItineraryPage),
});
const editItinerary = createRoute({
  ...onRoot,
  path: '/itineraries/$id/edit',
  loader: ({ params }) => void readStory(params.id),
  component: page(async () => (await import('../features/editor/edit-itinerary-page.tsx')).EditItineraryPage),
});
const editDay = createRoute({
  ...onRoot,
  path: '/itineraries/$id/days/$dayId/edit',
  loader: ({ params }) => void readStory(params.id),
  component: page(async () => (await import('../features/editor/edit-day-page.tsx')).EditDayPage),
});
const editStop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/days/$dayId/stops/$stopId/form',
  loader: ({ params }) => void readStory(params.itineraryId),
  component: page(async () => (await import('../features/editor/stop-form-page.tsx')).EditStopPage),
});
const newStop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/days/$dayId/stops/form',
  loader: ({ params }) => void readStory(params.itineraryId),
  component: page(async () => (await import('../features/editor/stop-form-page.tsx')).NewStopPage),
});
const stop = createRoute({
  ...open,
  path: '/itineraries/$itineraryId/stops/$stopId',
  component: page(async () => (await import('../features/story/stop-page.tsx')).StopPage),
});
const user = createRoute({ ...open, path: '/users/$userId', component: page(async () => (await import('../features/user/user-page.tsx')).UserPage) });
const callback = createRoute({
  ...onRoot,
  path: '/auth/callback',
  staticData: { access: 'public', footer: 'hidden', layout: 'bare' },
  component: page(async () => (await import('./callback-page.tsx')).CallbackPage),
});
const design = createRoute({
  ...onRoot,
  path: '/design',
  staticData: { access: 'public', footer: 'hidden', layout: 'bare' },
  component: page(async () => (await import('../features/design/design-page.tsx')).DesignPage),
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
