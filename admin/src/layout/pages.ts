import type { Access } from '@waystory/proto/kit/access.ts';
import type { MenuGroup } from '../catalogue/resource.ts';

/** A page of the menu that is no resource. */
export interface MenuPage {
  group: MenuGroup;
  label: string;
  path: `/${string}`;
  /** Row of the matrix that says who may see it. */
  access: Access;
}

/** In the order of the menu, before the resources of their group. */
export const menuPages: readonly MenuPage[] = [
  { group: 'Moderation', label: 'Queue', path: '/queue', access: 'reports.read' },
  { group: 'System', label: 'Read models', path: '/projections', access: 'system.read' },
  { group: 'System', label: 'Parked events', path: '/parked-events', access: 'system.read' },
  { group: 'System', label: 'Processes', path: '/processes', access: 'system.read' },
];
