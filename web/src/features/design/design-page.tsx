import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { ConfirmProvider } from '@waystory/ui/confirm-dialog.tsx';
import { SegmentedControl } from '@waystory/ui/segmented-control.tsx';
import { type Theme, useTheme } from '@waystory/ui/theme.ts';
import { Toaster } from '@waystory/ui/toaster.tsx';
import { useState } from 'react';
import { ContentSpecimens, StateSpecimens } from './content.specimens.tsx';
import { ButtonSpecimens, FormSpecimens } from './form.specimens.tsx';
import { OverlaySpecimens } from './overlay.specimens.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

/** Gallery of the components in their states. It exists in development only, and therefore in English only. */
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

const colours = [
  ['canvas', 'bg-canvas text-ink'],
  ['surface', 'bg-surface text-ink'],
  ['raised', 'bg-raised text-ink'],
  ['sunken', 'bg-sunken text-muted'],
  ['ink', 'bg-ink text-canvas'],
  ['accent', 'bg-accent text-accent-ink'],
  ['accent-soft', 'bg-accent-soft text-accent-text'],
  ['teal', 'bg-teal text-teal-ink'],
  ['teal-soft', 'bg-teal-soft text-teal-text'],
  ['success-soft', 'bg-success-soft text-success'],
  ['warning-soft', 'bg-warning-soft text-warning'],
  ['danger-soft', 'bg-danger-soft text-danger'],
] as const;

const sizes = [
  ['display', 'text-display', 'Nine days down the Douro'],
  ['title', 'text-title', 'Atlantic light: Lisbon and Sintra'],
  ['heading', 'text-heading', 'Day 2: the hill above the river'],
  ['subheading', 'text-subheading', 'Miradouro da Senhora do Monte'],
  ['body', 'text-body', 'Take the first tram up while the city still sleeps, then walk down through the tiled lanes.'],
  ['small', 'text-small text-muted', '4 days, 18 stops, 42 km on foot'],
  ['caption', 'text-caption text-muted', 'Written by marta, 12 March'],
] as const;

const shadows = [
  ['lift', 'shadow-lift'],
  ['float', 'shadow-float'],
  ['overlay', 'shadow-overlay'],
] as const;

function TokenSpecimens() {
  return (
    <Specimens title="Paper, ink and one coral" text="Every colour keeps 4.5:1 for text in both themes.">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 @4xl:grid-cols-6">
        {colours.map(([name, styles]) => (
          <div key={name} className={cn('flex h-24 items-end rounded-card border border-line p-3.5 text-small font-semibold', styles)}>
            {name}
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-5">
        {sizes.map(([name, styles, text]) => (
          <div key={name} className="grid items-baseline gap-x-6 gap-y-1 @2xl:grid-cols-[7rem_minmax(0,1fr)]">
            <span className="text-caption font-semibold text-muted">{name}</span>
            <p className={styles}>{text}</p>
          </div>
        ))}
      </div>
      <Specimen name="Shadow">
        {shadows.map(([name, styles]) => (
          <div key={name} className={cn('grid h-24 w-32 place-items-center rounded-card bg-raised text-small font-semibold', styles)}>
            {name}
          </div>
        ))}
      </Specimen>
    </Specimens>
  );
}
