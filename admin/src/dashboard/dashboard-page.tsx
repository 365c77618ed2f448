import { reachOf } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';
import { AdministratorDashboard } from './administrator-dashboard.tsx';
import { ModeratorDashboard } from './moderator-dashboard.tsx';

/** The home of the app: what is to be done, as far as the role reaches. */
export function DashboardPage() {
  return reachOf('system.read', currentRole()) === 'none' ? <ModeratorDashboard /> : <AdministratorDashboard />;
}
