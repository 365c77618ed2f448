import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { homeSearch, parseSearch, reelsSearch, rootSearch, searchSearch, stringifySearch } from '../lib/search-params.ts';
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
    /** spec 2.3: the footer is hidden on the map, in the reels and on an itinerary. */
    footer?: 'hidden';
    /** The page fills the window and brings its own edges; on a phone a `stage` leaves no room for the bars. */
    layout?: 'full' | 'bare' | 'stage';
  }
}

const root = createRootRoute({
  component: RootPage,
  errorComponent: PageFailure,
  validateSearch: rootSearch,
  notFoundComponent: lazyRouteComponent(() => import('../features/pages/not-found-page.tsx'), 'NotFoundPage'),
});
const onRoot = { getParentRoute: () => root, pendingComponent: PageSkeleton, errorComponent: PageFailure } as const;
const open = { access: 'public' } as const;

const home = createRoute({
  ...onRoot,
  path: '/',
  staticData: { ...open, footer: 'hidden', layout: 'full' },
  validateSearch: homeSearch,
  component: lazyRouteComponent(() => import('./pages/home.tsx'), 'Home'),
});
const help = createRoute({
  ...onRoot,
  path: '/help',
  staticData: open,
  component: lazyRouteComponent(() => import('../features/pages/help-page.tsx'), 'HelpPage'),
});
const search = createRoute({
  ...onRoot,
  path: '/search',
  staticData: open,
  validateSearch: searchSearch,
  component: lazyRouteComponent(() => import('../features/search/search-page.tsx'), 'SearchPage'),
});
const terms = createRoute({
  ...onRoot,
  path: '/terms',
  staticData: open,
  component: lazyRouteComponent(() => import('../features/pages/terms-page.tsx'), 'TermsPage'),
});
const privacy = createRoute({
  ...onRoot,
  path: '/privacy',
  staticData: open,
  component: lazyRouteComponent(() => import('../features/pages/privacy-page.tsx'), 'PrivacyPage'),
});
const create = createRoute({
  ...onRoot,
  path: '/itineraries/create',
  staticData: open,
  component: lazyRouteComponent(() => import('../features/editor/create-page.tsx'), 'CreatePage'),
});
const createManual = createRoute({
  ...onRoot,
  path: '/itineraries/create/manual',
  component: lazyRouteComponent(() => import('../features/editor/manual-page.tsx'), 'ManualPage'),
});
const myItineraries = createRoute({
  ...onRoot,
  path: '/my-itineraries',
  staticData: open,
  component: lazyRouteComponent(() => import('../features/my-itineraries/my-itineraries-page.tsx'), 'MyItinerariesPage'),
});
const profile = createRoute({
  ...onRoot,
  path: '/profile',
  staticData: open,
  component: lazyRouteComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
});
const reels = createRoute({
  ...onRoot,
  path: '/itineraries/reels/$startId',
  staticData: { ...open, footer: 'hidden', layout: 'stage' },
  validateSearch: reelsSearch,
  component: lazyRouteComponent(() => import('./pages/reels.tsx'), 'Reels'),
});
const itinerary = createRoute({
  ...onRoot,
  path: '/itineraries/$id',
  staticData: { ...open, footer: 'hidden', layout: 'full' },
  component: lazyRouteComponent(() => import('../features/story/itinerary-page.tsx'), 'ItineraryPage'),
});
const editItinerary = createRoute({
  ...onRoot,
  path: '/itineraries/$id/edit',
  component: lazyRouteComponent(() => import('../features/editor/edit-itinerary-page.tsx'), 'EditItineraryPage'),
});
const editDay = createRoute({
  ...onRoot,
  path: '/itineraries/$id/days/$dayId/edit',
  component: lazyRouteComponent(() => import('../features/editor/edit-day-page.tsx'), 'EditDayPage'),
});
const editStop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/days/$dayId/stops/$stopId/form',
  component: lazyRouteComponent(() => import('../features/editor/stop-form-page.tsx'), 'EditStopPage'),
});
const newStop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/days/$dayId/stops/form',
  component: lazyRouteComponent(() => import('../features/editor/stop-form-page.tsx'), 'NewStopPage'),
});
const stop = createRoute({
  ...onRoot,
  path: '/itineraries/$itineraryId/stops/$stopId',
  staticData: open,
  component: lazyRouteComponent(() => import('../features/story/stop-page.tsx'), 'StopPage'),
});
const user = createRoute({
  ...onRoot,
  path: '/users/$userId',
  staticData: open,
  component: lazyRouteComponent(() => import('../features/user/user-page.tsx'), 'UserPage'),
});
const callback = createRoute({
  ...onRoot,
  path: '/auth/callback',
  staticData: { ...open, footer: 'hidden', layout: 'bare' },
  component: lazyRouteComponent(() => import('./callback-page.tsx'), 'CallbackPage'),
});
const design = createRoute({
  ...onRoot,
  path: '/design',
  staticData: { ...open, footer: 'hidden', layout: 'bare' },
  component: lazyRouteComponent(() => import('../features/design/design-page.tsx'), 'DesignPage'),
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
