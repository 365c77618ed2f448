import '@waystory/ui/tokens.css';
import { loadConfig } from '@waystory/client/config.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, loadPageAt } from './app.tsx';

async function start(root: HTMLElement): Promise<void> {
  // A failed preload is ignored, because the page itself repeats the load and reports the failure.
  const page = loadPageAt(location.pathname).catch(() => {});
  auth.start(await loadConfig());
  await page;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
// No top-level await: the page scripts import this module and would deadlock with it.
void start(root);
