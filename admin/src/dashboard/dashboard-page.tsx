import { useLive } from '../data/live.ts';
import { api } from '../data/product.ts';
import { LivePage } from '../layout/live-page.tsx';
import { count, span } from '../lib/quantity.ts';
import { reachOf } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';
import { AdministratorDashboard } from './administrator-dashboard.tsx';
import { Tile, Tiles } from './tile.tsx';

const kinds = [
  ['itinerary', 'Stories'],
  ['stop', 'Stops'],
  ['post', 'Comments'],
  ['account', 'Accounts'],
] as const;

const openOf = (more: object) =>
  api.listCases({ query: { filter: JSON.stringify({ state: 'open', ...more }), limit: 1, sort: 'firstReportedAt ASC' } });

/** Open work of a moderator. */
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
            value={count(total)}
            about={oldest ? `the oldest for ${span((live.at - Date.parse(oldest)) / 1_000)}` : 'Nothing waits for you'}
            to="/queue"
          />
          {kinds.map(([kind, title], index) => (
            <Tile key={kind} title={title} value={count(ofKinds[index] ?? 0)} about="reported" to="/queue" />
          ))}
        </Tiles>
      )}
    </LivePage>
  );
}

/** Home page of the app: open work within the role's rights. */
export function DashboardPage() {
  return reachOf('system.read', currentRole()) === 'none' ? <ModeratorDashboard /> : <AdministratorDashboard />;
}
