import { Box, List, ListItemButton, ListItemText, type Theme, Typography, useMediaQuery } from '@mui/material';
import type { Access } from '@waystory/proto/kit/access.ts';
import { Banknote, Cog, LayoutDashboard, type LucideIcon, Map as MapIcon, Shield, Users } from 'lucide-react';
import { useGetResourceLabel, useSidebarState } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { MenuGroup } from '../catalogue/resource.ts';
import { accessLevelOf, may } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';

/** A menu page that belongs to no resource. */
interface MenuPage {
  group: MenuGroup;
  label: string;
  path: `/${string}`;
  /** Access that the page requires. */
  access: Access;
}

/** Pages in menu order. Each group shows its pages above its resources. */
const menuPages: readonly MenuPage[] = [
  { group: 'Moderation', label: 'Queue', path: '/queue', access: 'reports.read' },
  { group: 'System', label: 'Read models', path: '/projections', access: 'system.read' },
  { group: 'System', label: 'Parked events', path: '/parked-events', access: 'system.read' },
  { group: 'System', label: 'Processes', path: '/processes', access: 'system.read' },
];

const icons: Readonly<Record<MenuGroup, LucideIcon>> = { Moderation: Shield, Content: MapIcon, People: Users, Money: Banknote, System: Cog };

interface Entry {
  path: string;
  label: string;
}

/** Pages and resources of each group that the role may see. */
function menuFor(role: ReturnType<typeof currentRole>, labelOf: (name: string) => string): readonly (readonly [MenuGroup, readonly Entry[]])[] {
  const names = (Object.keys(catalogue) as ResourceName[]).filter((name) => !catalogue[name].isPart && may(role, catalogue[name], 'list')); // as: `Object.keys` types all keys as strings
  return (Object.keys(icons) as MenuGroup[]).flatMap((group) => {
    const pages = menuPages.filter((page) => page.group === group && accessLevelOf(page.access, role) !== 'none');
    const own = names.filter((name) => catalogue[name].group === group).map((name) => ({ path: `/${name}`, label: labelOf(name) }));
    const entries = [...pages, ...own];
    return entries.length > 0 ? [[group, entries] as const] : [];
  });
}

/** Grouped pages; in a small window the menu closes after a choice. */
export function SideMenu() {
  const labelOf = useGetResourceLabel();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [, setOpen] = useSidebarState();
  const close = (): void => {
    if (isSmall) setOpen(false);
  };
  return (
    <Box component="nav" aria-label="Resources" sx={{ width: 224, pt: 2, pb: 4, px: 1 }}>
      <List dense disablePadding sx={{ mb: 1.5 }}>
        <li>
          <ListItemButton component={NavLink} to="/" end onClick={close} sx={{ ...itemStyle, pl: 1.5, gap: 1 }}>
            <LayoutDashboard size={15} aria-hidden="true" />
            <ListItemText primary="Dashboard" slotProps={{ primary: { variant: 'body2' } }} />
          </ListItemButton>
        </li>
      </List>
      {menuFor(currentRole(), (name) => labelOf(name, 2)).map(([group, entries]) => {
        const Icon = icons[group];
        return (
          <Box key={group} sx={{ mb: 1.5 }}>
            <Typography
              component="h2"
              variant="caption"
              sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.5, py: 0.5, color: 'text.secondary', fontWeight: 650 }}
            >
              <Icon size={15} aria-hidden="true" />
              {group}
            </Typography>
            <List dense disablePadding>
              {entries.map(({ path, label }) => (
                <li key={path}>
                  <ListItemButton component={NavLink} to={path} onClick={close} sx={itemStyle}>
                    <ListItemText primary={label} slotProps={{ primary: { variant: 'body2' } }} />
                  </ListItemButton>
                </li>
              ))}
            </List>
          </Box>
        );
      })}
    </Box>
  );
}

const itemStyle = {
  borderRadius: '10px',
  py: 0.25,
  pl: 4.75,
  minHeight: { xs: 44, sm: 34 },
  '&.active': { backgroundColor: 'var(--teal-soft)', color: 'var(--teal-text)', '& .MuiListItemText-primary': { fontWeight: 650 } },
};
