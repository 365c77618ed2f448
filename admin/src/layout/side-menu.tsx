import { Box, List, ListItemButton, ListItemText, type Theme, Typography, useMediaQuery } from '@mui/material';
import { Banknote, Cog, type LucideIcon, Map as MapIcon, Shield, Users } from 'lucide-react';
import { useGetResourceLabel, useSidebarState } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { MenuGroup } from '../catalogue/resource.ts';
import { may } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';

const icons: Readonly<Record<MenuGroup, LucideIcon>> = { Moderation: Shield, Content: MapIcon, People: Users, Money: Banknote, System: Cog };

/** Resources of each group that the role may list. */
function menuFor(role: ReturnType<typeof currentRole>): readonly (readonly [MenuGroup, readonly ResourceName[]])[] {
  const names = (Object.keys(catalogue) as ResourceName[]).filter((name) => !catalogue[name].isPart && may(role, catalogue[name], 'list')); // the keys of this object
  return (Object.keys(icons) as MenuGroup[]).flatMap((group) => {
    const own = names.filter((name) => catalogue[name].group === group);
    return own.length > 0 ? [[group, own] as const] : [];
  });
}

/** The resources in their groups; on a small window it closes when one was chosen. */
export function SideMenu() {
  const labelOf = useGetResourceLabel();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [, setOpen] = useSidebarState();
  return (
    <Box component="nav" aria-label="Resources" sx={{ width: 224, pt: 2, pb: 4, px: 1 }}>
      {menuFor(currentRole()).map(([group, names]) => {
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
              {names.map((name) => (
                <li key={name}>
                  <ListItemButton component={NavLink} to={`/${name}`} onClick={() => isSmall && setOpen(false)} sx={itemStyle}>
                    <ListItemText primary={labelOf(name, 2)} slotProps={{ primary: { variant: 'body2' } }} />
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
