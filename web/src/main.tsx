import '@waystory/ui/theme.css';
import { RouterProvider } from '@tanstack/react-router';
import { loadConfig } from '@waystory/client/config.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startTranslations } from './app/i18n.ts';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { keepApp } from './app/service-worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

// The server has drawn the first screen of some pages: it stays until all of that page is there.
const firstPage = root.firstElementChild ? router.load() : undefined;
const [config] = await Promise.all([loadConfig(), startTranslations(), firstPage]);
auth.start(config);
createRoot(root).render(
  <StrictMode>
    <Providers config={config}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
void keepApp();
