import { Box, Card, CssBaseline, IconButton, Link as TextLink, ThemeProvider } from '@mui/material';
import type { Access } from '@waystory/proto/kit/access.ts';
import { useTheme } from '@waystory/ui/theme.ts';
import { X } from 'lucide-react';
import englishMessages from 'ra-language-english';
import type { ReactNode } from 'react';
import { AdminContext, AdminUI, CustomRoutes, type I18nProvider, Layout, type LayoutProps, localStorageStore, Resource } from 'react-admin';
import { createBrowserRouter, Link, Route, RouterProvider } from 'react-router-dom';
import { JobProgress } from './bulk/job-progress.tsx';
import { useWatchedJobs } from './bulk/watched-jobs.ts';
import { catalogue, type ResourceName } from './catalogue/catalogue.ts';
import type { ResourceFacts } from './catalogue/resource.ts';
import { ConflictDialog } from './data/conflict-dialog.tsx';
import { dataProvider } from './data/product.ts';
import { Bar } from './layout/bar.tsx';
import { NotAllowed } from './layout/not-allowed.tsx';
import { pageScript } from './layout/page-script.tsx';
import { SideMenu } from './layout/side-menu.tsx';
import { loadPagesOf, pagesOf } from './resources/pages.tsx';
import { authProvider } from './session/auth-provider.ts';
import { Gate, SignInAgainDialog } from './session/gate.tsx';
import { accessLevelOf } from './session/rights.ts';
import { currentRole } from './session/session.ts';
import { themes } from './theme/theme.ts';

/** Jobs started in this browser: shown on every page and after a reload, until dismissed. */
function JobTray() {
  const { ids, dismiss } = useWatchedJobs();
  if (ids.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Jobs"
      sx={{
        position: 'fixed',
        right: 16,
        bottom: 16,
        zIndex: 'snackbar',
        width: 'min(360px, calc(100vw - 32px))',
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
      }}
    >
      {ids.map((id) => (
        <Card key={id} sx={{ p: 2, boxShadow: 'var(--depth-float)', backgroundColor: 'var(--raised)' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', mb: 0.5 }}>
            <TextLink component={Link} to={`/jobs/${id}/show`} variant="body2" sx={{ flex: 1 }}>
              Job {id.slice(-8)}
            </TextLink>
            <IconButton size="small" aria-label="Put away" onClick={() => dismiss(id)}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </Box>
          <JobProgress id={id} />
        </Card>
      ))}
    </Box>
  );
}

function textAt(key: string): string | undefined {
  const text = key
    .split('.')
    .reduce<unknown>((texts, part) => (typeof texts === 'object' && texts !== null ? Reflect.get(texts, part) : undefined), englishMessages);
  return typeof text === 'string' ? text : undefined;
}

/** Fills in `%{name}`, and chooses the singular or plural form where both exist. */
function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  const [one = '', many = one] = text.split('||||');
  const form = values.smart_count === 1 ? one : many;
  return form.trim().replace(/%\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** Texts of react-admin's own components. The app has one language, and an i18n library would outweigh these texts. */
const english: I18nProvider = {
  translate: (key, values = {}) => filled(textAt(key) ?? (typeof values._ === 'string' ? values._ : key), values),
  changeLocale: async () => {},
  getLocale: () => 'en',
};

/** Layout of every page. */
const Shell = ({ children }: LayoutProps) => (
  <Layout
    appBar={Bar}
    menu={SideMenu}
    appBarAlwaysOn
    // Content wider than the window scrolls inside its container, so that the page does not become wider.
    sx={{
      minWidth: 0,
      '& .RaLayout-contentWithSidebar': { minWidth: 0 },
      '& .RaLayout-content': { px: { xs: 1.5, md: 3 }, pt: { xs: 1, md: 2 }, pb: 6, minWidth: 0 },
      '& .RaLayout-appFrame': { marginTop: 7 },
    }}
  >
    {children}
    <JobTray />
  </Layout>
);

/** Shows a page to roles with this access, and a refusal to all other roles. */
const Only = ({ access, children }: { access: Access; children: ReactNode }) =>
  accessLevelOf(access, currentRole()) === 'none' ? <NotAllowed /> : children;

const dashboardScript = pageScript(() => import('./dashboard/dashboard-page.tsx'));
const DashboardPage = dashboardScript.page((module) => module.DashboardPage);
const queueScript = pageScript(() => import('./queue/queue-page.tsx'));
const QueuePage = queueScript.page((module) => module.QueuePage);
const systemScript = pageScript(() => import('./system/pages.ts'));

/** Label of a record: its label field, or the end of its id when that field is empty. */
const nameOf = (label: string) => (record: Readonly<Record<string, unknown>>) => String(record[label] || `#${String(record.id).slice(-8)}`);

/** Local storage of this browser, for the columns, filters and saved queries of react-admin. */
const store = localStorageStore(undefined, 'waystory-admin');

const names = Object.keys(catalogue) as ResourceName[]; // as: `Object.keys` types all keys as strings
const resources = names.map((name) => {
  const { label, title }: ResourceFacts = catalogue[name];
  return { name, recordRepresentation: nameOf(label), ...(title && { options: { label: title } }), ...pagesOf(name) };
});

/** Pages that require `system.read`, by path. */
const systemPages = [
  ['projections', systemScript.page((module) => module.ProjectionsPage)],
  ['projections/:name', systemScript.page((module) => module.ProjectionPage)],
  ['parked-events', systemScript.page((module) => module.ParkedEventsPage)],
  ['parked-events/:id', systemScript.page((module) => module.ParkedEventPage)],
  ['processes', systemScript.page((module) => module.ProcessesPage)],
] as const;

/**
 * Preloads the script of the page at an app path.
 * @throws Error when the script cannot be loaded
 */
export async function loadPageAt(path: string): Promise<unknown> {
  const [first = ''] = path.replace(/^\/admin\/?/, '').split('/');
  if (first === '') return dashboardScript.load();
  if (first === 'queue') return queueScript.load();
  const isOfSystem = systemPages.some(([page]) => page === first);
  return isOfSystem ? systemScript.load() : loadPagesOf(first);
}

/** `AdminContext` and `AdminUI` in place of react-admin's `Admin`, because `Admin` would also load its i18n library. */
function Pages() {
  const { resolved } = useTheme();
  return (
    <AdminContext
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={english}
      store={store}
      theme={themes[resolved]}
      darkTheme={null}
    >
      <AdminUI title="Waystory admin" layout={Shell} dashboard={DashboardPage} accessDenied={NotAllowed} requireAuth disableTelemetry>
        <CustomRoutes>
          <Route path="queue/:id?" element={<QueuePage />} />
          {systemPages.map(([path, Page]) => (
            <Route
              key={path}
              path={path}
              element={
                <Only access="system.read">
                  <Page />
                </Only>
              }
            />
          ))}
        </CustomRoutes>
        {resources.map((resource) => (
          <Resource key={resource.name} {...resource} />
        ))}
      </AdminUI>
    </AdminContext>
  );
}

function Root() {
  const { resolved } = useTheme();
  return (
    <ThemeProvider theme={themes[resolved]}>
      <CssBaseline enableColorScheme />
      <Gate>
        <Pages />
      </Gate>
      <SignInAgainDialog />
      <ConflictDialog />
    </ThemeProvider>
  );
}

// A data router, because only this kind can block navigation away from a form with unsaved changes.
const router = createBrowserRouter([{ path: '*', element: <Root /> }], { basename: '/admin' });

export const App = () => <RouterProvider router={router} />;
