import { Box, Card, MenuItem, Stack, TableCell, TableRow, TextField, Typography } from '@mui/material';
import type { ParkedEvent } from '@waystory/proto/operations/parked-event.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { useLive } from '../data/live.ts';
import { api } from '../data/product.ts';
import { Moment } from '../fields/field.tsx';
import { Mark } from '../fields/mark.tsx';
import { LivePage } from '../layout/live-page.tsx';
import { countWithNoun } from '../lib/quantity.ts';
import { BlockTable } from './tables.tsx';

/** Largest number of parked events on the page; a filter selects one consumer. */
const limit = 100;

/** Events parked by consumers (dead letters). */
export function ParkedEventsPage() {
  const [search, setSearch] = useSearchParams();
  const consumer = search.get('consumer') ?? '';
  const live = useLive(['parked-events', consumer], () => api.listParkedEvents({ query: { limit, ...(consumer && { consumer }) } }));
  const choose = (name: string): void => setSearch(name ? { consumer: name } : {}, { replace: true });
  return (
    <LivePage
      title="Parked events"
      about="An event that a consumer cannot handle is set aside, and the later events of its stream wait behind it. Everything else goes on."
      live={live}
    >
      {({ items, consumers, total }) =>
        total === 0 ? (
          <Empty />
        ) : (
          <>
            <TextField select label="Consumer" value={consumer} onChange={({ target }) => choose(target.value)} sx={{ maxWidth: 420 }}>
              <MenuItem value="">All ({countWithNoun(total, 'event')})</MenuItem>
              {consumers.map((one) => (
                <MenuItem key={one.consumer} value={one.consumer}>
                  {one.consumer} ({one.events})
                </MenuItem>
              ))}
              {consumer && !consumers.some((one) => one.consumer === consumer) && <MenuItem value={consumer}>{consumer} (0)</MenuItem>}
            </TextField>
            <Events items={items} />
            {items.length === limit && (
              <Typography variant="caption" color="text.secondary">
                The first {limit} are shown. Choose a consumer to see its own.
              </Typography>
            )}
          </>
        )
      }
    </LivePage>
  );
}

const Empty = () => (
  <Card component="section" sx={{ p: 4, textAlign: 'center' }}>
    <Typography variant="h6" component="p">
      Nothing is parked
    </Typography>
    <Typography variant="body2" color="text.secondary">
      Every consumer could handle every event.
    </Typography>
  </Card>
);

const Events = ({ items }: { items: readonly ParkedEvent[] }) => (
  <Card component="section" aria-label="Parked events">
    <BlockTable heads={['Event', 'Consumer', 'Cause', 'Parked']}>
      {items.map((event) => (
        <TableRow key={event.id}>
          <TableCell component="th" scope="row">
            <Box component={Link} to={`/parked-events/${event.id}`} sx={{ color: 'primary.main', fontWeight: 650, textDecoration: 'none' }}>
              {event.type}
            </Box>
            <Typography variant="caption" color="text.secondary" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
              {event.stream}, version {event.version}
            </Typography>
          </TableCell>
          <TableCell sx={{ overflowWrap: 'anywhere' }}>{event.consumer}</TableCell>
          <TableCell sx={{ maxWidth: 380 }}>
            <Cause error={event.error} />
          </TableCell>
          <TableCell>
            <Moment at={event.parkedAt} />
          </TableCell>
        </TableRow>
      ))}
    </BlockTable>
  </Card>
);

/** Error that caused the parking, in at most two lines. */
const Cause = ({ error }: { error: string | null }) =>
  error === null ? (
    <Mark>Waits for an earlier event</Mark>
  ) : (
    <Stack direction="row">
      <Box
        component="span"
        sx={{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden', overflowWrap: 'anywhere' }}
      >
        {error}
      </Box>
    </Stack>
  );
