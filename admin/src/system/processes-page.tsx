import { Box, Card, Stack, TableCell, TableRow, Typography } from '@mui/material';
import type { Engine, RunningProcess } from '@waystory/proto/operations/system.ts';
import { useLive } from '../data/live.ts';
import { api } from '../data/product.ts';
import { Mark, type Tone } from '../fields/mark.tsx';
import { LivePage } from '../layout/live-page.tsx';
import { durationText, megabytesText, millisecondsText, numberText, percentText } from '../lib/quantity.ts';
import { BlockTable } from './tables.tsx';

/** Processes of the product, with their storage engines. */
export function ProcessesPage() {
  const live = useLive(['processes'], async () => {
    const [processes, engines] = await Promise.all([api.listProcesses({}), api.listEngines({})]);
    return { processes: processes.items, engines: engines.items };
  });
  return (
    <LivePage
      title="Processes"
      about="Every process tells how it is every ten seconds. Engines are asked something that costs them little."
      live={live}
    >
      {({ processes, engines }) => (
        <>
          <Engines engines={engines} />
          <Processes processes={processes} now={live.at} />
        </>
      )}
    </LivePage>
  );
}

export const engineNames: Readonly<Record<Engine['port'], string>> = {
  events: 'Event store',
  bus: 'Bus',
  projections: 'Read models',
  search: 'Search',
  workflows: 'Workflows',
  blobs: 'Files',
  identity: 'Sign-in',
  payments: 'Payments',
  model: 'Language model',
};

const states: Readonly<Record<Engine['state'], readonly [string, Tone]>> = { up: ['Up', 'good'], away: ['Away', 'bad'], none: ['Built in', 'plain'] };

const Engines = ({ engines }: { engines: readonly Engine[] }) => (
  <Box
    component="section"
    aria-label="Engines"
    sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 140px), 1fr))' }}
  >
    {engines.map(({ port, name, state, latency, cause }) => {
      const [word, tone] = states[state];
      return (
        <Card key={port} sx={{ p: 2, minWidth: 0 }}>
          <Typography variant="caption" color="text.secondary" sx={{ fontWeight: 650 }}>
            {engineNames[port]}
          </Typography>
          <Typography variant="body2" noWrap title={name} sx={{ fontWeight: 650 }}>
            {name}
          </Typography>
          <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, mt: 1, minHeight: 24, fontSize: '0.875rem' }}>
            <Mark tone={tone}>{word}</Mark>
            <Typography variant="caption" color="text.secondary" noWrap>
              {latency === null ? cause : millisecondsText(latency)}
            </Typography>
          </Stack>
        </Card>
      );
    })}
  </Box>
);

const Processes = ({ processes, now }: { processes: readonly RunningProcess[]; now: number }) => (
  <Card component="section" aria-label="Processes">
    <BlockTable heads={['Process', 'State', 'Memory', 'Event loop busy', 'Reads a minute', 'Writes a minute', 'Failures a minute']} numbersFrom={2}>
      {processes.map((one) => (
        <ProcessRow key={one.id} process={one} now={now} />
      ))}
    </BlockTable>
  </Card>
);

/** Maximum number of contexts that are listed by name. Longer lists are shown as a number. */
const fewContexts = 3;

function ProcessRow({ process, now }: { process: RunningProcess; now: number }) {
  const { roles, contexts, host, pid, release, state, startedAt, toldAt, memory, eventLoop, lastMinute } = process;
  const since = (at: string): string => durationText(Math.max(0, (now - Date.parse(at)) / 1_000));
  const about = contexts.length > fewContexts ? `${contexts.length} contexts` : contexts.join(', ');
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Box component="span" sx={{ fontWeight: 650 }}>
          {roles.join(', ')}
        </Box>
        <Typography variant="caption" color="text.secondary" title={contexts.join(', ')} sx={{ display: 'block', overflowWrap: 'anywhere' }}>
          {about} on {host}, process {pid}, release {release}
        </Typography>
      </TableCell>
      <TableCell>
        <Mark tone={state === 'up' ? 'good' : 'bad'}>{state === 'up' ? 'Up' : 'Away'}</Mark>
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block', whiteSpace: 'nowrap' }}>
          {state === 'up' ? `for ${since(startedAt)}` : `said nothing for ${since(toldAt)}`}
        </Typography>
      </TableCell>
      <Figure name="Memory">{megabytesText(memory)}</Figure>
      <Figure name="Event loop busy">{percentText(eventLoop)}</Figure>
      <Figure name="Reads a minute">{numberText(lastMinute.reads)}</Figure>
      <Figure name="Writes a minute">{numberText(lastMinute.writes)}</Figure>
      <Figure name="Failures a minute" isBad={lastMinute.failures > 0}>
        {numberText(lastMinute.failures)}
      </Figure>
    </TableRow>
  );
}

/** A number. In a small window it has its own label, because the column headings are hidden. */
const Figure = ({ name, isBad = false, children }: { name: string; isBad?: boolean; children: string }) => (
  <TableCell align="right" sx={{ ...(isBad && { color: 'error.main', fontWeight: 650 }), whiteSpace: 'nowrap' }}>
    <Box component="span" sx={{ display: 'none', color: 'text.secondary', fontWeight: 400, '@media (max-width: 700px)': { display: 'inline' } }}>
      {name}:{' '}
    </Box>
    {children}
  </TableCell>
);
