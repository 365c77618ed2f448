import '@waystory/ui/tokens.css';
import { loadConfig } from '@waystory/client/config.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

auth.start(await loadConfig());
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
