import './ui/theme.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from './app/config.ts';
import { startTranslations } from './app/i18n.ts';
import { auth } from './app/identity/auth.ts';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

const [config] = await Promise.all([loadConfig(), startTranslations()]);
auth.start(config);
createRoot(root).render(
  <StrictMode>
    <Providers config={config}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
