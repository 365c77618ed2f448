import { Box, List, ListItemButton, ListItemText, type Theme, Typography, useMediaQuery } from '@mui/material';
import type { Role } from '@waystory/client/identity/roles.ts';
import type { Access } from '@waystory/proto/kit/access.ts';
import { Banknote, Cog, type LucideIcon, Map as MapIcon, Shield, Users } from 'lucide-react';
import { useGetResourceLabel, useSidebarState } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { MenuGroup } from '../catalogue/resource.ts';
import { may, reachOf } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';

const icons: Readonly<Record<MenuGroup, LucideIcon>> = { Moderation: Shield, Content: MapIcon, People: Users, Money: Banknote, System: Cog };

/** Pages that are no list of a resource, before those of their group, and the row of the matrix that says who has them. */
const screens = [{ group: 'Moderation', to: '/queue', label: 'Queue', access: 'reports.read' }] as const satisfies readonly {
  group: MenuGroup;
  to: string;
  label: string;
  access: Access;
}[];

/** Pages of each group that the role may see. */
function menuFor(role: Role, labelOf: (name: ResourceName) => string): readonly (readonly [MenuGroup, readonly { to: string; label: string }[]])[] {
  const names = (Object.keys(catalogue) as ResourceName[]).filter((name) => !catalogue[name].isPart && may(role, catalogue[name], 'list')); // the keys of this object
  return (Object.keys(icons) as MenuGroup[]).flatMap((group) => {
    const own = [
      ...screens.filter((screen) => screen.group === group && reachOf(screen.access, role) !== 'none'),
      ...names.filter((name) => catalogue[name].group === group).map((name) => ({ to: `/${name}`, label: labelOf(name) })),
    ];
    return own.length > 0 ? [[group, own] as const] : [];
  });
}

/** The pages in their groups; on a small window it closes when one was chosen. */
export function SideMenu() {
  const labelOf = useGetResourceLabel();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [, setOpen] = useSidebarState();
  return (
    <Box component="nav" aria-label="Pages" sx={{ width: 224, pt: 2, pb: 4, px: 1 }}>
      {menuFor(currentRole(), (name) => labelOf(name, 2)).map(([group, pages]) => {
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
              {pages.map(({ to, label }) => (
                <li key={to}>
                  <ListItemButton component={NavLink} to={to} onClick={() => isSmall && setOpen(false)} sx={itemStyle}>
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
