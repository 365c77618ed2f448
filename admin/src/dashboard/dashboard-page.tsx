import { Box, Card, CardActionArea, Typography } from '@mui/material';
import type { Engine, SystemStatistics } from '@waystory/proto/operations/system.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Chart, type ChartPoint } from '../charts/chart.tsx';
import { type LiveData, useLive } from '../data/live.ts';
import { api } from '../data/product.ts';
import { LivePage } from '../layout/live-page.tsx';
import { countWithNoun, dayText, durationText, numberText } from '../lib/quantity.ts';
import { accessLevelOf } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';

const kinds = [
  ['itinerary', 'Stories'],
  ['stop', 'Stops'],
  ['post', 'Comments'],
  ['account', 'Accounts'],
] as const;

const openOf = (more: object) =>
  api.listCases({ query: { filter: JSON.stringify({ state: 'open', ...more }), limit: 1, sort: 'firstReportedAt ASC' } });

/** Dashboard of a moderator: numbers of open cases, in total and by kind of record. */
function ModeratorDashboard() {
  const live = useLive(['open-cases'], async () => {
    const [all, ...ofKinds] = await Promise.all([openOf({}), ...kinds.map(([reportableType]) => openOf({ reportableType }))]);
    return { total: all.total, oldest: all.items[0]?.firstReportedAt, ofKinds: ofKinds.map(({ total }) => total) };
  });
  return (
    <LivePage title="Dashboard" about="What people reported and nobody has decided yet." live={live}>
      {({ total, oldest, ofKinds }) => (
        <Tiles title="Open cases" least={144}>
          <Tile
            title="All"
            value={numberText(total)}
            about={oldest ? `the oldest for ${durationText((live.at - Date.parse(oldest)) / 1_000)}` : 'Nothing waits for you'}
            to="/queue"
          />
          {kinds.map(([kind, title], index) => (
            <Tile key={kind} title={title} value={numberText(ofKinds[index] ?? 0)} about="reported" to="/queue" />
          ))}
        </Tiles>
      )}
    </LivePage>
  );
}

/** Home page of the app: open cases for moderators, and the state of the whole product for administrators. */
export function DashboardPage() {
  return accessLevelOf('system.read', currentRole()) === 'none' ? <ModeratorDashboard /> : <AdministratorDashboard />;
}

/** Days shown in the charts. */
const shownDays = 30;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** State of the product: open work, health, requests of the last hour, activity of the last days. */
function AdministratorDashboard() {
  const live = useLive(['figures'], () => api.getFigures({ query: { days: String(shownDays) } }));
  return (
    <LivePage title="Dashboard" about="What waits, whether everything runs, and what happens." live={live}>
      {(figures) => (
        <>
          <Waiting figures={figures} />
          <Running />
          <LastHour minutes={figures.minutes} />
          <LastDays days={figures.days} />
        </>
      )}
    </LivePage>
  );
}

function Waiting({ figures: { openReports, unpaidOrders, unfulfilledOrders } }: { figures: SystemStatistics }) {
  const parked = useLive(['parked-events', 'some'], () => api.listParkedEvents({ query: { limit: '1' } }));
  const cases = useLive(['open-cases', 'some'], () => api.listCases({ query: { filter: JSON.stringify({ state: 'open' }), limit: 1 } }));
  const some = parked.data?.total;
  return (
    <Tiles title="Waits" least={144}>
      <Tile
        title="Open cases"
        value={cases.data ? numberText(cases.data.total) : '–'}
        about={countWithNoun(openReports, 'open report')}
        to="/queue"
      />
      <Tile title="Unpaid orders" value={numberText(unpaidOrders)} about="wait for their money" />
      <Tile
        title="Paid orders"
        value={numberText(unfulfilledOrders)}
        about="wait for their credits"
        tone={unfulfilledOrders > 0 ? 'warn' : 'plain'}
      />
      <Tile
        title="Parked events"
        value={some === undefined ? '–' : numberText(some)}
        about={some === 0 ? 'every event was handled' : 'wait for you'}
        to="/parked-events"
        tone={some ? 'bad' : 'plain'}
      />
    </Tiles>
  );
}

function Running() {
  const processes = useLive(['processes', 'states'], async () => (await api.listProcesses({})).items);
  const engines = useLive(['engines'], async () => (await api.listEngines({})).items);
  const readModels = useLive(['projections'], () => api.listProjections({}));
  const away = processes.data?.filter(({ state }) => state === 'away').length ?? 0;
  const behind = readModels.data?.items.map(({ partitions }) => Math.max(0, ...partitions.map(({ seconds }) => seconds))) ?? [];
  const slowest = Math.max(0, ...behind);
  return (
    <Tiles title="Runs" least={144}>
      <Tile
        title="Processes"
        value={processes.data ? numberText(processes.data.length - away) : '–'}
        about={away > 0 ? `up, ${numberText(away)} more said nothing lately` : 'up, none is away'}
        to="/processes"
        tone={away > 0 ? 'bad' : 'plain'}
      />
      <EnginesTile engines={engines} />
      <Tile
        title="Read models"
        value={readModels.data ? durationText(slowest) : '–'}
        about={`behind at most, of ${numberText(behind.length)}`}
        to="/projections"
        tone={slowest > 60 ? 'bad' : 'plain'}
      />
    </Tiles>
  );
}

function EnginesTile({ engines: { data } }: { engines: LiveData<Engine[]> }) {
  const known = data?.filter(({ state }) => state !== 'none') ?? [];
  const away = known.filter(({ state }) => state === 'away');
  const about = away.length > 0 ? `away: ${away.map(({ name }) => name).join(', ')}` : 'answer, none is away';
  return (
    <Tile
      title="Engines"
      value={data ? `${known.length - away.length} of ${known.length}` : '–'}
      about={about}
      to="/processes"
      tone={away.length > 0 ? 'bad' : 'plain'}
    />
  );
}

function LastHour({ minutes }: Pick<SystemStatistics, 'minutes'>) {
  const points = (field: 'reads' | 'writes' | 'failures'): ChartPoint[] =>
    minutes.map((minute) => ({ when: clock.format(new Date(minute.at)), value: minute[field] }));
  return (
    <Tiles title="The last hour" least={220}>
      <Chart title="Reads" unit="a minute" headline="last" kind="line" points={points('reads')} />
      <Chart title="Writes" unit="a minute" headline="last" kind="line" points={points('writes')} />
      <Chart
        title="Failures"
        unit="a minute"
        headline="last"
        kind="line"
        points={points('failures')}
        tone={minutes.some(({ failures }) => failures > 0) ? 'danger' : 'teal'}
      />
    </Tiles>
  );
}

function LastDays({ days }: Pick<SystemStatistics, 'days'>) {
  const points = (field: 'accounts' | 'stories' | 'creditsSold' | 'creditsUsed'): ChartPoint[] =>
    days.map((day) => ({ when: dayText(day.id), value: day[field] }));
  const unit = `in ${shownDays} days`;
  return (
    <Tiles title={`The last ${shownDays} days, UTC`} least={220}>
      <Chart title="New accounts" unit={unit} headline="sum" kind="bars" points={points('accounts')} />
      <Chart title="New stories" unit={unit} headline="sum" kind="bars" points={points('stories')} />
      <Chart title="Credits sold" unit={unit} headline="sum" kind="bars" points={points('creditsSold')} />
      <Chart title="Credits used" unit={unit} headline="sum" kind="bars" points={points('creditsUsed')} />
    </Tiles>
  );
}

interface TileProps {
  title: string;
  value: string;
  /** Meaning or composition of the figure. */
  about: string;
  /** Path of the page with details. */
  to?: string;
  tone?: 'plain' | 'warn' | 'bad';
}

const colours = { plain: 'text.primary', warn: 'var(--warning)', bad: 'error.main' } as const;

/** A monitored value with its meaning, and a link to its details. */
function Tile({ title, value, about, to, tone = 'plain' }: TileProps) {
  const inner = (
    <Box sx={{ p: 2 }}>
      <Typography variant="caption" color="text.secondary" sx={{ fontWeight: 650, display: 'block' }}>
        {title}
      </Typography>
      <Typography variant="h5" component="p" sx={{ color: colours[tone], fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Typography>
      <Typography variant="caption" color="text.secondary" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
        {about}
      </Typography>
    </Box>
  );
  return (
    <Card sx={{ minWidth: 0 }}>
      {to ? (
        <CardActionArea component={Link} to={to} sx={{ height: '100%' }}>
          {inner}
        </CardActionArea>
      ) : (
        inner
      )}
    </Card>
  );
}

/**
 * Tiles or charts in a row under a heading.
 * @param least minimum width of a tile or chart, pixels
 */
const Tiles = ({ title, least, children }: { title: string; least: number; children: ReactNode }) => (
  <Box component="section" aria-label={title}>
    <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
      {title}
    </Typography>
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))` }}>{children}</Box>
  </Box>
);
