import { Box, Card, Stack, TableCell, TableRow, Typography } from '@mui/material';
import type { Projection } from '@waystory/proto/operations/projection.ts';
import { Link } from 'react-router-dom';
import { useLive } from '../data/live.ts';
import { api } from '../data/product.ts';
import { LivePage } from '../layout/live-page.tsx';
import { countWithNoun, numberText } from '../lib/quantity.ts';
import { BuildProgress, buildName, Lag } from './build-progress.tsx';
import { RebuildButton } from './rebuild-button.tsx';
import { BlockTable } from './tables.tsx';

/** True while the read model, or an index made from it, is being rebuilt. */
export const isRebuilding = ({ underWay, indexes }: Projection): boolean => underWay !== null || indexes.some((index) => index.underWay !== null);

/** All read models, each with its build in use, its lag, and the progress of a rebuild. */
export function ProjectionsPage() {
  const live = useLive(
    ['projections'],
    () => api.listProjections({}),
    ({ items }) => items.some(isRebuilding),
  );
  return (
    <LivePage title="Read models" about="What is read is made from the log of events. A read model can be made anew at any time." live={live}>
      {({ head, items }) => (
        <Card component="section" aria-label="Read models">
          <Typography variant="caption" color="text.secondary" sx={{ display: 'block', px: 2, pt: 1.5 }}>
            {countWithNoun(items.length, 'read model')}; the log is at position {numberText(head)}
          </Typography>
          <BlockTable
            heads={[
              ...['Name', 'Build', 'State', 'Behind the log'],
              <Box key="acts" component="span" sx={hiddenWords}>
                What can be done
              </Box>,
            ]}
          >
            {items.toSorted(byName).map((projection) => (
              <Row key={projection.name} projection={projection} onAsked={live.again} />
            ))}
          </BlockTable>
        </Card>
      )}
    </LivePage>
  );
}

const byName = (a: Projection, b: Projection): number => a.name.localeCompare(b.name, 'en');

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
            searched by {countWithNoun(indexes.length, 'index', 'indexes')}
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
      <TableCell align="right" sx={{ ml: 'auto' }}>
        <RebuildButton name={name} isRunning={underWay !== null} onAsked={onAsked} />
      </TableCell>
    </TableRow>
  );
}

const hiddenWords = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const;
