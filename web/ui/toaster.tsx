import { Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';

export { type ToastOptions, toast } from './toast-store.ts';

/** A separate chunk, preloaded with the page so that a toast can report a lost connection. */
const ToastStack = lazyPart(async () => (await import('./toast-stack.tsx')).ToastStack, 'nothing');

/** Rendered once in the app. */
export const Toaster = () => (
  <Suspense fallback={null}>
    <ToastStack />
  </Suspense>
);
