import { lazy, Suspense } from 'react';

export { type ToastOptions, toast } from './toast-store.ts';

/** Apart from the first chunk, but fetched with the page: that the connection is gone must still be said. */
const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }));

/** Once in the app. */
export const Toaster = () => (
  <Suspense fallback={null}>
    <ToastStack />
  </Suspense>
);
