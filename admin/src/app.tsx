import { CssBaseline, ThemeProvider } from '@mui/material';
import { useTheme } from '@waystory/ui/theme.ts';
import { AdminContext, AdminUI, CustomRoutes, localStorageStore, Resource } from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { catalogue, type ResourceName } from './catalogue/catalogue.ts';
import type { ResourceFacts } from './catalogue/resource.ts';
import { ConflictDialog } from './data/conflict-dialog.tsx';
import { dataProvider } from './data/product.ts';
import { NotAllowed } from './layout/not-allowed.tsx';
import { Only } from './layout/only.tsx';
import { pageScript } from './layout/page-script.tsx';
import { Shell } from './layout/shell.tsx';
import { english } from './lib/english.ts';
import { loadPagesOf, pagesOf } from './resources/pages.tsx';
import { authProvider } from './session/auth-provider.ts';
import { Gate } from './session/gate.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';
import { themes } from './theme/theme.ts';

const dashboardScript = pageScript(() => import('./dashboard/dashboard-page.tsx'));
const DashboardPage = dashboardScript.page((module) => module.DashboardPage);
const queueScript = pageScript(() => import('./queue/queue-page.tsx'));
const QueuePage = queueScript.page((module) => module.QueuePage);
const systemScript = pageScript(() => import('./system/pages.ts'));

/** For records of which nothing has a name. */
const nameOf = (label: string) => (record: Readonly<Record<string, unknown>>) => String(record[label] || `#${String(record.id).slice(-8)}`);

/** Columns, filters and queries that are kept are of this browser. */
const store = localStorageStore(undefined, 'waystory-admin');

const names = Object.keys(catalogue) as ResourceName[]; // the keys of this object
const resources = names.map((name) => {
  const { label, title }: ResourceFacts = catalogue[name];
  return { name, recordRepresentation: nameOf(label), ...(title && { options: { label: title } }), ...pagesOf(name) };
});

/** Pages of administrators, by their paths. */
const systemPages = [
  ['projections', systemScript.page((module) => module.ProjectionsPage)],
  ['projections/:name', systemScript.page((module) => module.ProjectionPage)],
  ['parked-events', systemScript.page((module) => module.ParkedEventsPage)],
  ['parked-events/:id', systemScript.page((module) => module.ParkedEventPage)],
  ['processes', systemScript.page((module) => module.ProcessesPage)],
] as const;

/** Fetches the script of the page at an address of the app. @throws Error when it cannot be had */
export async function loadPageAt(path: string): Promise<unknown> {
  const [first = ''] = path.replace(/^\/admin\/?/, '').split('/');
  if (first === '') return dashboardScript.load();
  if (first === 'queue') return queueScript.load();
  const isOfSystem = systemPages.some(([page]) => page === first);
  return isOfSystem ? systemScript.load() : loadPagesOf(first);
}

/** The parts of react-admin's `Admin`, which would bring what translates into any language. */
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
      <SignInAgain />
      <ConflictDialog />
    </ThemeProvider>
  );
}

// A router that can hold back: a form with changes is not left without a question.
const router = createBrowserRouter([{ path: '*', element: <Root /> }], { basename: '/admin' });

export const App = () => <RouterProvider router={router} />;
