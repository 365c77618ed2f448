import { Button, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { Projection } from '@waystory/proto/operations/projection.ts';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { mostDocuments } from '../catalogue/catalogue.ts';
import { useLive } from '../data/live.ts';
import { api } from '../data/product.ts';
import { LivePage } from '../layout/live-page.tsx';
import { countWithNoun, durationText, numberText } from '../lib/quantity.ts';
import { BuildProgress, buildName, Lag } from './build-progress.tsx';
import { isRebuilding } from './projections-page.tsx';
import { RebuildButton } from './rebuild-button.tsx';
import { Section } from './tables.tsx';

/** One read model: partitions, documents and indexes. */
export function ProjectionPage() {
  const { name = '' } = useParams();
  const live = useLive(['projections', name], () => api.getProjection({ params: { name } }), isRebuilding);
  const isRunning = live.data?.underWay != null;
  return (
    <LivePage
      title={name}
      live={live}
      actions={
        <>
          <Button component={Link} to="/projections" size="small" startIcon={<ArrowLeft size={16} />}>
            All read models
          </Button>
          {live.data && <RebuildButton name={name} isRunning={isRunning} onAsked={live.again} />}
        </>
      }
    >
      {(projection) => (
        <>
          <Kept title={name} kept={projection} />
          {projection.collections.length > 0 && (
            <Section title="Documents">
              <Stack sx={{ maxWidth: 360 }}>
                {projection.collections.map((collection) => (
                  <Stack key={collection.name} direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
                    <Typography variant="body2">{collection.name}</Typography>
                    <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                      {collection.documents >= mostDocuments ? `${numberText(mostDocuments)} or more` : numberText(collection.documents)}
                    </Typography>
                  </Stack>
                ))}
              </Stack>
            </Section>
          )}
          {projection.indexes.map((index) => (
            <Kept key={index.name} title={index.name} kept={index} />
          ))}
        </>
      )}
    </LivePage>
  );
}

/** Build of a read model or index, with its position in each partition of the log. */
const Kept = ({ title, kept }: { title: string; kept: Omit<Projection, 'indexes'> }) => (
  <Section title={title}>
    <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 1, fontSize: '0.875rem' }}>
      <Typography variant="body2" color="text.secondary">
        {buildName(kept)}
      </Typography>
      <BuildProgress {...kept} />
      <Lag {...kept} />
    </Stack>
    <Table size="small" aria-label={`Partitions of ${title}`}>
      <TableHead>
        <TableRow>
          <TableCell>Partition</TableCell>
          <TableCell align="right">Position</TableCell>
          <TableCell align="right">Behind</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {kept.partitions.map(({ partition, position, events, seconds }) => (
          <TableRow key={partition}>
            <TableCell>{partition}</TableCell>
            <TableCell align="right">{numberText(position)}</TableCell>
            <TableCell align="right">{events === 0 ? '–' : `${countWithNoun(events, 'event')}, ${durationText(seconds)}`}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Section>
);
