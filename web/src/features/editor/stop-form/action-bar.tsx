import { Link } from '@tanstack/react-router';
import { Button } from '@waystory/ui/button.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { ArrowLeft, Check, CloudOff, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SavePhase } from '../../../model/saving/save-state.ts';
import type { AfterSaving } from './use-stop-form.ts';

interface ActionBarProps {
  itineraryId: string;
  /** Number of the day, 1 for the first. */
  number: number;
  isNew: boolean;
  phase: SavePhase;
  /** Last requested action after saving. */
  after: AfterSaving;
  onSaveAnother: () => void;
}

/** Stays within reach at the lower edge; on a phone above its navigation. */
export function ActionBar({ itineraryId, number, isNew, phase, after, onSaveAnother }: ActionBarProps) {
  const { t } = useTranslation('stop-form');
  const saving = phase === 'saving' ? after : null;
  return (
    <div className="slim:static sticky bottom-0 z-strip border-line border-t bg-canvas/95 backdrop-blur max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))]">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-end gap-x-3 gap-y-2 px-4 py-3 md:px-8">
        <LinkButton asChild variant="quiet" size="md" className="-ml-3 px-3">
          <Link to="/itineraries/$id/edit" params={{ id: itineraryId }} hash={`day-${number}`}>
            <ArrowLeft aria-hidden="true" />
            <span className="max-sm:sr-only">{t('back')}</span>
          </Link>
        </LinkButton>
        <SaveState phase={phase} />
        <span className="flex-1" />
        {isNew && (
          <Button variant="secondary" className="max-sm:px-3.5 max-sm:text-small" loading={saving === 'another'} onClick={onSaveAnother}>
            <span className="max-sm:hidden">{t('saveAnother')}</span>
            <span className="sm:hidden">{t('saveAnotherShort')}</span>
          </Button>
        )}
        <Button type="submit" loading={saving === 'leave'} disabled={!isNew && phase === 'saved'}>
          {t(isNew ? 'add' : 'save')}
        </Button>
      </div>
    </div>
  );
}

function SaveState({ phase }: Pick<ActionBarProps, 'phase'>) {
  const { t } = useTranslation('stop-form');
  const state = phase === 'saved' ? 'nothing' : phase === 'waiting' || phase === 'saving' ? 'kept' : 'failed';
  const icon = { failed: <CloudOff aria-hidden="true" />, kept: <PenLine aria-hidden="true" />, nothing: <Check aria-hidden="true" /> }[state];
  return (
    <p role="status" className="hidden items-center gap-1.5 text-small text-muted md:flex [&_svg]:size-4">
      {state !== 'nothing' && icon}
      {state !== 'nothing' && t(`state.${state}`)}
    </p>
  );
}
