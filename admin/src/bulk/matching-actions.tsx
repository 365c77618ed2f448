import { Button, Menu, MenuItem, Tooltip } from '@mui/material';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useListContext, useResourceContext } from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts } from '../catalogue/resource.ts';
import { isBlank } from '../data/filter-values.ts';
import type { Flag } from '../moderation/flag.ts';
import { may, mayModerate } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';
import { MatchingDialog } from './matching-dialog.tsx';
import { verbOf, type Wish } from './wish.ts';

function wishesFor(resource: ResourceFacts, flag: Flag | undefined): Wish[] {
  const role = currentRole();
  const flags: Wish[] = flag && mayModerate(role, resource, 'patchMany') ? [true, false].map((value) => ({ flag, value })) : [];
  return may(role, resource, 'deleteMany') ? [...flags, 'delete'] : flags;
}

/** Actions on all records that match the present filter, by role. Without a filter there are none. */
export function MatchingActions({ flag }: { flag?: Flag }) {
  const resource = useResourceContext() as ResourceName; // as: resource lists render in this context
  const { filterValues } = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const wishes = wishesFor(catalogue[resource], flag);
  if (wishes.length === 0) return null;
  const isEverything = isBlank(filterValues);
  return (
    <>
      <Tooltip title={isEverything ? 'Filter the list first' : ''}>
        <span>
          <Button
            size="small"
            disabled={isEverything}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => setAnchor(currentTarget)}
            startIcon={<ListChecks size={16} aria-hidden="true" />}
          >
            All matching
          </Button>
        </span>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {wishes.map((one) => (
          <MenuItem
            key={verbOf(one)}
            sx={one === 'delete' ? { color: 'error.main' } : undefined}
            onClick={() => {
              setAnchor(null);
              setWish(one);
            }}
          >
            {verbOf(one)} all matching
          </MenuItem>
        ))}
      </Menu>
      {wish && <MatchingDialog wish={wish} filter={filterValues} onClose={() => setWish(null)} />}
    </>
  );
}
