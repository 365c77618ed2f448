import { Button } from '@waystory/ui/button.tsx';
import { ConfirmProvider } from '@waystory/ui/confirm-dialog.tsx';
import { SegmentedControl } from '@waystory/ui/segmented-control.tsx';
import { type Theme, useTheme } from '@waystory/ui/theme.ts';
import { Toaster } from '@waystory/ui/toaster.tsx';
import { useState } from 'react';
import { ButtonSpecimens } from './button.specimens.tsx';
import { ContentSpecimens } from './content.specimens.tsx';
import { FormSpecimens } from './form.specimens.tsx';
import { OverlaySpecimens } from './overlay.specimens.tsx';
import { StateSpecimens } from './state.specimens.tsx';
import { TokenSpecimens } from './token.specimens.tsx';

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

/** Every component in its states. In development only, and therefore in English only. */
export function DesignPage() {
  const { theme, setTheme } = useTheme();
  const [isSplit, setSplit] = useState(false);
  return (
    <ConfirmProvider>
      <main id="design" className="min-h-dvh bg-canvas text-ink">
        <header className="mx-auto flex max-w-page flex-wrap items-end justify-between gap-5 px-5 pt-12 sm:px-10">
          <div className="max-w-prose">
            <p className="text-small font-semibold text-accent-text">Waystory</p>
            <h1 className="mt-1 text-display">The journal and its parts</h1>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <SegmentedControl label="Theme" value={theme} onValueChange={setTheme} segments={themes} />
            <Button variant="secondary" size="sm" aria-pressed={isSplit} onClick={() => setSplit(!isSplit)}>
              Side by side
            </Button>
          </div>
        </header>
        {isSplit ? (
          <div className="grid grid-cols-2">
            <Everything theme="light" />
            <Everything theme="dark" />
          </div>
        ) : (
          <Everything />
        )}
      </main>
      <Toaster />
    </ConfirmProvider>
  );
}

function Everything({ theme }: { theme?: 'light' | 'dark' }) {
  return (
    <div data-theme={theme} className="min-w-0 bg-canvas text-ink">
      <div className="@container mx-auto max-w-page divide-y divide-line px-5 pb-20 sm:px-10">
        <TokenSpecimens />
        <ButtonSpecimens />
        <FormSpecimens />
        <ContentSpecimens />
        <OverlaySpecimens />
        <StateSpecimens />
      </div>
    </div>
  );
}
