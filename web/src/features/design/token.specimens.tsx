import { cn } from '@waystory/ui/class-names.ts';
import { Specimen, Specimens } from './specimen.tsx';

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

export function TokenSpecimens() {
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
