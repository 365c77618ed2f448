import { Box, Card, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { Projection } from '@waystory/proto/operations/projection.ts';
import { Link } from 'react-router-dom';
import { useLive } from '../data/live.ts';
import { api } from '../data/product.ts';
import { LivePage } from '../layout/live-page.tsx';
import { count, counted } from '../lib/quantity.ts';
import { BuildProgress, buildName, Lag } from './build-progress.tsx';
import { RebuildButton } from './rebuild-button.tsx';

/** Whether it, or what is made from it, is made anew. */
export const isBusy = ({ underWay, indexes }: Projection): boolean => underWay !== null || indexes.some((index) => index.underWay !== null);

/** Every read model: its build, how far it is behind, and whether it is made anew. */
export function ProjectionsPage() {
  const live = useLive(
    ['projections'],
    () => api.listProjections({}),
    ({ items }) => items.some(isBusy),
  );
  return (
    <LivePage title="Read models" about="What is read is made from the log of events. A read model can be made anew at any time." live={live}>
      {({ head, items }) => (
        <Card component="section" aria-label="Read models">
          <Typography variant="caption" color="text.secondary" sx={{ display: 'block', px: 2, pt: 1.5 }}>
            {counted(items.length, 'read model')}; the log is at position {count(head)}
          </Typography>
          <Table size="small" sx={asCards}>
            <TableHead>
              <TableRow>
                <TableCell>Name</TableCell>
                <TableCell>Build</TableCell>
                <TableCell>State</TableCell>
                <TableCell>Behind the log</TableCell>
                <TableCell>
                  <Box component="span" sx={hiddenWords}>
                    What can be done
                  </Box>
                </TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {items.map((projection) => (
                <Row key={projection.name} projection={projection} onAsked={live.again} />
              ))}
            </TableBody>
          </Table>
        </Card>
      )}
    </LivePage>
  );
}

function Row({ projection, onAsked }: { projection: Projection; onAsked: () => void }) {
  const { name, underWay, indexes } = projection;
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Box component={Link} to={`/projections/${name}`} sx={{ color: 'primary.main', fontWeight: 650, textDecoration: 'none' }}>
          {name}
        </Box>
        {indexes.length > 0 && (
          <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
            searched by {counted(indexes.length, 'index', 'indexes')}
          </Typography>
        )}
      </TableCell>
      <TableCell sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>{buildName(projection)}</TableCell>
      <TableCell>
        <Stack sx={{ gap: 0.5 }}>
          <BuildProgress {...projection} />
          {indexes
            .filter((index) => index.underWay)
            .map((index) => (
              <BuildProgress key={index.name} {...index} />
            ))}
        </Stack>
      </TableCell>
      <TableCell>
        <Lag {...projection} />
      </TableCell>
      <TableCell align="right">
        <RebuildButton name={name} isRunning={underWay !== null} onAsked={onAsked} />
      </TableCell>
    </TableRow>
  );
}

const hiddenWords = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const;

/** On a small window every row is a block of its own. */
export const asCards = {
  '& td, & th': { verticalAlign: 'middle' },
  '@media (max-width: 700px)': {
    display: 'block',
    '& thead': { display: 'none' },
    '& tbody, & tr, & td, & th': { display: 'block', border: 0 },
    '& tr': { py: 1, borderBottom: '1px solid var(--line)' },
    '& tr:last-child': { borderBottom: 0 },
    '& td, & th': { py: 0.5, px: 2, textAlign: 'left' },
  },
} as const;
