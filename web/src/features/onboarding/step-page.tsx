import { LogoMark } from '@waystory/ui/logo.tsx';
import type { ReactNode } from 'react';

/** Page with a single onboarding step. */
export function StepPage({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas p-4 text-ink">
      <div className="w-full max-w-md animate-rise-in rounded-sheet border border-line bg-raised p-6 shadow-float sm:p-8">
        <LogoMark className="size-11" />
        <h1 className="mt-5 text-heading">{title}</h1>
        <p className="mt-2 text-muted">{description}</p>
        <div className="mt-6">{children}</div>
      </div>
    </main>
  );
}
