import { CircleHelp, Compass, type LucideIcon, Map as MapIcon, Plus, Search, User, Users } from 'lucide-react';

export interface Destination {
  to: '/' | '/following' | '/my-itineraries' | '/itineraries/create' | '/search' | '/help' | '/profile';
  /** Key below `common.nav`. */
  label: 'explore' | 'following' | 'myItineraries' | 'create' | 'search' | 'help' | 'profile';
  icon: LucideIcon;
}

const explore: Destination = { to: '/', label: 'explore', icon: Compass };
const following: Destination = { to: '/following', label: 'following', icon: Users };
const mine: Destination = { to: '/my-itineraries', label: 'myItineraries', icon: MapIcon };
const create: Destination = { to: '/itineraries/create', label: 'create', icon: Plus };
const search: Destination = { to: '/search', label: 'search', icon: Search };
const help: Destination = { to: '/help', label: 'help', icon: CircleHelp };
const profile: Destination = { to: '/profile', label: 'profile', icon: User };

/** spec 2.3; who is signed in also reads what those tell whom they follow. */
export const railDestinations = (isSignedIn: boolean): readonly Destination[] => [
  explore,
  ...(isSignedIn ? [following] : []),
  ...[mine, create, search, help],
];
/** spec 2.3: the five that there is room for. */
export const tabDestinations: readonly Destination[] = [explore, mine, create, search, profile];
export const mobileDestinations = (isSignedIn: boolean): readonly Destination[] => [
  explore,
  ...(isSignedIn ? [following] : []),
  ...[mine, create, search, profile, help],
];
