import { Link, useNavigate } from '@tanstack/react-router';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { CloudOff, NotebookPen, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PlaceCombobox } from '../place-field/place-combobox.tsx';
import { type StopAddition, useStopAdditions } from './use-stop-additions.ts';

interface AddStopProps {
  itineraryId: string;
  dayId: string;
  /** Of the day, 1 for the first. */
  number: number;
  isFirst: boolean;
  /** Places near this point are found first. */
  near: Coordinates | null;
}

/** One more stop at the end of a day: a place by its name, taken with Enter, after which the next one can be typed; or a form with all the rest. */
export function AddStop({ itineraryId, dayId, number, isFirst, near }: AddStopProps) {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  const { additions, add, retry, forget } = useStopAdditions(itineraryId, dayId);
  const form = { to: '/itineraries/$itineraryId/days/$dayId/stops/form', params: { itineraryId, dayId } } as const;
  const withDetails = t(isFirst ? 'stop.addFirstWithDetails' : 'stop.addWithDetails');
  return (
    <div className={cn('flex flex-col gap-2.5', !isFirst && 'mt-2.5')}>
      {additions.map((addition) => (
        <Addition key={addition.key} addition={addition} onRetry={() => retry(addition)} onForget={() => forget(addition.key)} />
      ))}
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <PlaceCombobox
            label={t('stop.addPlace', { number })}
            hideLabel
            placeholder={t('stop.addPlacePlaceholder')}
            takesFirst
            near={near}
            onChoose={add}
            onPin={() => void navigate(form)}
          />
        </div>
        <LinkButton asChild variant="secondary" size="icon" className="mt-0.5" aria-label={withDetails} title={withDetails}>
          <Link {...form}>
            <NotebookPen aria-hidden="true" />
          </Link>
        </LinkButton>
      </div>
    </div>
  );
}

interface AdditionProps {
  addition: StopAddition;
  onRetry: () => void;
  onForget: () => void;
}

/** A place until it is a stop, or why it is none yet. */
function Addition({ addition: { find, state }, onRetry, onForget }: AdditionProps) {
  const { t } = useTranslation('editor');
  const title = find.name;
  const isFailed = state === 'failed';
  return (
    <div
      role="status"
      className="flex min-h-14 items-center gap-3 rounded-card border border-line border-dashed px-4 py-2 text-small text-muted [&>svg]:size-5 [&>svg]:shrink-0"
    >
      {isFailed ? <CloudOff aria-hidden="true" className="text-danger" /> : <Spinner size="sm" label={null} />}
      <span className="min-w-0 flex-1 truncate">{t(isFailed ? 'stop.addFailed' : 'stop.adding', { title })}</span>
      {isFailed && (
        <>
          <Button size="sm" variant="secondary" onClick={onRetry}>
            {t('stop.tryAgain')}
          </Button>
          <Button size="icon-sm" variant="quiet" aria-label={t('stop.forget', { title })} onClick={onForget}>
            <X aria-hidden="true" />
          </Button>
        </>
      )}
    </div>
  );
}
