import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { homeSearch, parseSearch, reelsSearch, rootSearch, searchSearch, stringifySearch } from '../lib/search-params.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { PageFailure } from './layout/page-failure.tsx';
import { RootPage } from './layout/root-page.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** spec 2.1; whatever is not public asks for a sign-in. */
    access?: 'public';
    /** The page says that its feature is to come. */
    coming?: true;
    /** spec 2.3: the footer is hidden on the map, in the reels and on an itinerary. */
    footer?: 'hidden';
    /** The page fills the window and brings its own edges. */
    layout?: 'full' | 'bare';
  }
}

const root = createRootRoute({
  component: RootPage,
  errorComponent: PageFailure,
  validateSearch: rootSearch,
  notFoundComponent: lazyPart(async () => (await import('../features/pages/not-found-page.tsx')).NotFoundPage),
});
const onRoot = { getParentRoute: () => root, pendingComponent: PageSkeleton, errorComponent: PageFailure } as const;
const open = { access: 'public' } as const;

const home = createRoute({
  ...onRoot,
  path: '/',
  staticData: { ...open, footer: 'hidden', layout: 'full' },
  validateSearch: homeSearch,
  component: lazyPart(async () => (await import('./pages/home.tsx')).Home),
});
const help = createRoute({
  ...onRoot,
  path: '/help',
  staticData: open,
  component: lazyPart(async () => (await import('../features/pages/help-page.tsx')).HelpPage),
});
const search = createRoute({
  ...onRoot,
  path: '/search',
  staticData: open,
  validateSearch: searchSearch,
  component: lazyPart(async () => (await import('../features/search/search-page.tsx')).SearchPage),
});
const terms = createRoute({
  ...onRoot,
  path: '/terms',
  staticData: open,
  component: lazyPart(async () => (await import('../features/pages/terms-page.tsx')).TermsPage),
});
const privacy = createRoute({
  ...onRoot,
  path: '/privacy',
  staticData: open,
  component: lazyPart(async () => (await import('../features/pages/privacy-page.tsx')).PrivacyPage),
});
const create = createRoute({
  ...onRoot,
  path: '/itineraries/create',
  staticData: open,
  component: lazyPart(async () => (await import('../features/editor/create-page.tsx')).CreatePage),
});
const createManual = createRoute({
  ...onRoot,
  path: '/itineraries/create/manual',
  component: lazyPart(async () => (await import('../features/editor/manual-page.tsx')).ManualPage),
});
const myItineraries = createRoute({
  ...onRoot,
  path: '/my-itineraries',
  staticData: open,
  component: lazyPart(async () => (await import('../features/my-itineraries/my-itineraries-page.tsx')).MyItinerariesPage),
});
const profile = createRoute({
  ...onRoot,
  path: '/profile',
  staticData: open,
  component: lazyPart(async () => (await import('../features/profile/profile-page.tsx')).ProfilePage),
});
const reels = createRoute({
  ...onRoot,
  path: '/itineraries/reels/$startId',
  staticData: { ...open, coming: true, footer: 'hidden' },
  validateSearch: reelsSearch,
  component: lazyPart(async () => (await import('../features/pages/coming-page.tsx')).ReelsComingPage),
});
const itinerary = createRoute({
  ...onRoot,
  path: '/itineraries/$id',
  staticData: { ...open, footer: 'hidden', layout: 'full' },
  component: lazyPart(async () => (await import('../features/story/itinerary-page.tsx')).ItineraryPage),
});
const editItinerary = createRoute({
  ...onRoot,
  path: '/itineraries/$id/edit',
  component: lazyPart(async () => (await import('../features/editor/edit-itinerary-page.tsx')).EditItineraryPage),
});
const editDay = createRoute({
  ...onRoot,
  path: '/itineraries/$id/days/$dayId/edit',
  component: lazyPart(async () => (await import('../features/editor/edit-day-page.tsx')).EditDayPage),
});
const editStop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/days/$dayId/stops/$stopId/form',
  component: lazyPart(async () => (await import('../features/editor/stop-form-page.tsx')).EditStopPage),
});
const newStop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/days/$dayId/stops/form',
  component: lazyPart(async () => (await import('../features/editor/stop-form-page.tsx')).NewStopPage),
});
const stop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/stops/$stopId',
  staticData: open,
  component: lazyPart(async () => (await import('../features/story/stop-page.tsx')).StopPage),
});
const user = createRoute({
  ...onRoot,
  path: '/users/$userId',
  staticData: open,
  component: lazyPart(async () => (await import('../features/user/user-page.tsx')).UserPage),
});
const callback = createRoute({
  ...onRoot,
  path: '/auth/callback',
  staticData: { ...open, footer: 'hidden', layout: 'bare' },
  component: lazyPart(async () => (await import('./callback-page.tsx')).CallbackPage),
});
const design = createRoute({
  ...onRoot,
  path: '/design',
  staticData: { ...open, footer: 'hidden', layout: 'bare' },
  component: lazyPart(async () => (await import('../features/design/design-page.tsx')).DesignPage),
});

const pages = [
  ...[home, help, search, terms, privacy, create, createManual, myItineraries, profile, reels, itinerary],
  ...[editItinerary, editDay, editStop, newStop, stop, user, callback],
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
