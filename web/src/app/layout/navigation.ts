import { CircleHelp, Compass, type LucideIcon, Map as MapIcon, Plus, Search, User } from 'lucide-react';

export interface Destination {
  to: '/' | '/my-itineraries' | '/itineraries/create' | '/search' | '/help' | '/profile';
  /** Key below `common.nav`. */
  label: 'explore' | 'myItineraries' | 'create' | 'search' | 'help' | 'profile';
  icon: LucideIcon;
}

const explore: Destination = { to: '/', label: 'explore', icon: Compass };
const mine: Destination = { to: '/my-itineraries', label: 'myItineraries', icon: MapIcon };
const create: Destination = { to: '/itineraries/create', label: 'create', icon: Plus };
const search: Destination = { to: '/search', label: 'search', icon: Search };
const help: Destination = { to: '/help', label: 'help', icon: CircleHelp };
const profile: Destination = { to: '/profile', label: 'profile', icon: User };

/** spec 2.3 */
export const railDestinations: readonly Destination[] = [explore, mine, create, search, help];
export const tabDestinations: readonly Destination[] = [explore, mine, create, search, profile];
export const mobileDestinations: readonly Destination[] = [explore, mine, create, search, profile, help];
