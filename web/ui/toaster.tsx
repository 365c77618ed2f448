import { Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';

export { type ToastOptions, toast } from './toast-store.ts';

/** Apart from the first chunk, but fetched with the page: that the connection is gone must still be said. */
const ToastStack = lazyPart(async () => (await import('./toast-stack.tsx')).ToastStack, 'nothing');

/** Once in the app. */
export const Toaster = () => (
  <Suspense fallback={null}>
    <ToastStack />
  </Suspense>
);
