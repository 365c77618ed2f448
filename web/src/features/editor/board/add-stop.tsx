import { Link, useNavigate } from '@tanstack/react-router';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { CloudOff, NotebookPen, SearchX, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PlaceCombobox } from '../place-field/place-combobox.tsx';
import { usePlanMap } from '../plan-map/plan-spot.ts';
import { placeNamesInPastedText, type StopAddition, useStopAdditions } from './use-stop-additions.ts';

interface AddStopProps {
  itineraryId: string;
  dayId: string;
  /** Number of the day, 1 for the first. */
  number: number;
  isFirst: boolean;
  /** Reference point of the place search: among equally good results, nearer places come first. */
  near: Coordinates | null;
}

/**
 * Adds a stop at the end of a day. Enter adds the first place found, so that several stops can be typed in a row. A link opens the form with all
 * fields.
 */
export function AddStop({ itineraryId, dayId, number, isFirst, near }: AddStopProps) {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  const planMap = usePlanMap();
  const { additions, add, addPlain, addList, retry, forget } = useStopAdditions(itineraryId, dayId, near);
  const form = { to: '/itineraries/$itineraryId/days/$dayId/stops/form', params: { itineraryId, dayId } } as const;
  // A place that the search does not find is marked on the map. Without a map, the form opens.
  const mark = (title: string): void => {
    if (!planMap?.markByHand(title, dayId, near)) void navigate(form);
  };
  const withDetails = t(isFirst ? 'stop.addFirstWithDetails' : 'stop.addWithDetails');
  return (
    <div className={cn('flex flex-col gap-2.5', !isFirst && 'mt-2.5')}>
      {additions.map((addition) => (
        <Addition
          key={addition.key}
          addition={addition}
          onRetry={() => retry(addition)}
          onMark={() => {
            forget(addition.key);
            mark(addition.title);
          }}
          onPlain={() => {
            forget(addition.key);
            addPlain(addition.title);
          }}
          onForget={() => forget(addition.key)}
        />
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
            onPin={mark}
            onPlain={addPlain}
            onPaste={({ clipboardData }) => {
              const titles = placeNamesInPastedText(clipboardData.getData('text'));
              if (titles.length > 0) addList(titles);
              return titles.length > 0;
            }}
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
  onMark: () => void;
  /** Adds the stop without a place. */
  onPlain: () => void;
  onForget: () => void;
}

const icons = {
  adding: <Spinner size="sm" label={null} />,
  failed: <CloudOff aria-hidden="true" className="text-danger" />,
  unknown: <SearchX aria-hidden="true" className="text-warning" />,
} as const;
const texts = { adding: 'stop.adding', failed: 'stop.addFailed', unknown: 'stop.unknown' } as const;

/** Pending row of a stop that is being added, or of a failed attempt. */
function Addition({ addition: { title, state }, onRetry, onMark, onPlain, onForget }: AdditionProps) {
  const { t } = useTranslation('editor');
  return (
    <div
      role="status"
      className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line border-dashed px-4 py-2 text-small text-muted [&>svg]:size-5 [&>svg]:shrink-0"
    >
      {icons[state]}
      <span className="min-w-32 flex-1 truncate">{t(texts[state], { title })}</span>
      {state !== 'adding' && (
        <>
          <Button size="sm" variant="secondary" onClick={state === 'unknown' ? onMark : onRetry}>
            {t(state === 'unknown' ? 'stop.mark' : 'stop.tryAgain')}
          </Button>
          {state === 'unknown' && (
            <Button size="sm" variant="secondary" onClick={onPlain}>
              {t('stop.addPlain')}
            </Button>
          )}
          <Button icon={<X />} size="icon-sm" variant="quiet" aria-label={t('stop.forget', { title })} onClick={onForget} />
        </>
      )}
    </div>
  );
}
