import { CssBaseline, ThemeProvider } from '@mui/material';
import { useTheme } from '@waystory/ui/theme.ts';
import { lazy } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { catalogue, type ResourceName } from './catalogue/catalogue.ts';
import { ConflictDialog } from './data/conflict-dialog.tsx';
import { dataProvider } from './data/product.ts';
import { NotAllowed } from './layout/not-allowed.tsx';
import { Shell } from './layout/shell.tsx';
import { pagesOf } from './resources/pages.tsx';
import { authProvider } from './session/auth-provider.ts';
import { Gate } from './session/gate.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';
import { themes } from './theme/theme.ts';

const QueuePage = lazy(() => import('./queue/queue-page.tsx').then(({ QueuePage }) => ({ default: QueuePage })));

/** For records of which nothing has a name. */
const nameOf = (label: string) => (record: Readonly<Record<string, unknown>>) => String(record[label] || `#${String(record.id).slice(-8)}`);

const names = Object.keys(catalogue) as ResourceName[]; // the keys of this object
const resources = names.map((name) => ({ name, recordRepresentation: nameOf(catalogue[name].label), ...pagesOf(name) }));

function Pages() {
  const { resolved } = useTheme();
  return (
    <Admin
      title="Waystory admin"
      dataProvider={dataProvider}
      authProvider={authProvider}
      layout={Shell}
      accessDenied={NotAllowed}
      theme={themes[resolved]}
      darkTheme={null}
      disableTelemetry
      requireAuth
    >
      {resources.map((resource) => (
        <Resource key={resource.name} {...resource} />
      ))}
      <CustomRoutes>
        <Route path="/queue/:id?" element={<QueuePage />} />
      </CustomRoutes>
    </Admin>
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
