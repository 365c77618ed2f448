import { Link } from '@tanstack/react-router';
import { shallow, useSelector } from '@tanstack/react-store';
import { copyText } from '@waystory/client/environment.ts';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useCheckMark } from '@waystory/ui/check-mark.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { RadioCards } from '@waystory/ui/radio-cards.tsx';
import { toast } from '@waystory/ui/toaster.tsx';
import { CalendarOff, Check, Circle, Copy, Globe, Link as LinkIcon, Lock, Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { boundsAround, paddedBounds } from '../../../lib/bounds.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useStoryActions } from '../../../model/editing/story-actions.ts';
import { acceptedStopCount, type Checklist, checklistOf, isReadyToPublish } from '../../../model/itinerary/checklist.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { usePendingDeletions } from '../../../model/saving/use-removal.ts';

/** URL of a story with a copy button. */
function CopyLink({ path }: { path: string }) {
  const { t } = useTranslation('editor');
  const [isCopied, setCopied] = useCheckMark();
  const url = `${location.origin}${path}`;
  const copy = async (): Promise<void> => {
    if (!(await copyText(url))) return void toast.error(t('publish.copyFailed'));
    setCopied(true);
    toast.success(t('publish.copied'));
  };
  return (
    <div className="flex items-center gap-2 rounded-control bg-sunken py-1.5 pr-1.5 pl-4">
      <span className="min-w-0 flex-1 truncate text-small text-muted">{url.replace(/^https?:\/\//, '')}</span>
      <Button size="sm" variant="secondary" icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />} onClick={() => void copy()}>
        {t('publish.copy')}
      </Button>
    </div>
  );
}

/** Padding around the stops on the world map, share of their span. */
const roomAround = 0.5;
const checks = ['title', 'cover', 'stop'] as const satisfies readonly (keyof Checklist)[];

/** Visibility of the story, and the checklist before it becomes public. */
export function PublishPanel({ session, itinerary }: { session: EditSession; itinerary: WholeItinerary }) {
  const { t } = useTranslation('editor');
  const deletedIds = usePendingDeletions();
  const { store } = session.itinerary;
  const stops = useMemo(() => itinerary.stops.filter(({ id }) => !deletedIds.has(id)), [itinerary.stops, deletedIds]);
  const accepted = useMemo(() => acceptedStopCount(stops), [stops]);
  // The shallow comparison ignores keys that leave the checklist unchanged, so typing does not render the panel.
  const checklist = useSelector(store, ({ fields }) => checklistOf(fields, accepted), { compare: shallow });
  const visibility = useSelector(store, ({ fields }) => fields.visibility);
  const choose = (chosen: Itinerary['visibility']): void => {
    session.itinerary.edit({ visibility: chosen });
    void session.itinerary.flush();
  };
  const isPublishable = isReadyToPublish(checklist) || visibility === 'PUBLIC';
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-heading">{t('publish.heading')}</h2>
      <Checks checklist={checklist} />
      <EmptyDays days={itinerary.days.filter(({ id }) => !deletedIds.has(id))} />
      <Suggested session={session} stops={stops} />
      <RadioCards
        label={t('publish.who')}
        value={visibility}
        onValueChange={choose}
        cards={[
          { value: 'PRIVATE', icon: <Lock aria-hidden="true" />, title: t('visibility.PRIVATE'), text: t('visibility.privateText') },
          { value: 'UNLISTED', icon: <LinkIcon aria-hidden="true" />, title: t('visibility.UNLISTED'), text: t('visibility.unlistedText') },
          {
            value: 'PUBLIC',
            icon: <Globe aria-hidden="true" />,
            title: t('visibility.PUBLIC'),
            text: isPublishable ? t('visibility.publicText') : t('publish.notYet'),
            disabled: !isPublishable,
          },
        ]}
      />
      {itinerary.visibility === 'PUBLIC' && visibility === 'PUBLIC' && !itinerary.hidden && <Live id={session.id} stops={stops} />}
      {visibility !== 'PRIVATE' && <CopyLink path={`/itineraries/${session.id}`} />}
    </Card>
  );
}

function Checks({ checklist }: { checklist: Checklist }) {
  const { t } = useTranslation('editor');
  const done = checks.filter((check) => checklist[check]).length;
  return (
    <div>
      <p className="mb-2 flex items-center justify-between text-small font-semibold text-muted">
        {t('publish.checklist')}
        <Badge tone={isReadyToPublish(checklist) ? 'success' : 'neutral'}>{t('publish.progress', { done, all: checks.length })}</Badge>
      </p>
      <ul className="flex flex-col gap-2">
        {checks.map((check) => (
          <li key={check} className={cn('flex items-center gap-2.5 text-[0.9375rem]', checklist[check] ? 'text-ink' : 'text-muted')}>
            {checklist[check] ? (
              <Check aria-hidden="true" className="size-5 shrink-0 rounded-full bg-success-soft p-0.5 text-success" />
            ) : (
              <Circle aria-hidden="true" className="size-5 shrink-0 text-line-strong" strokeWidth={1.6} />
            )}
            <span>{t(`publish.checks.${check}`)}</span> <span className="sr-only">{checklist[check] ? t('publish.done') : t('publish.missing')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Days without stops: a warning before publication, but no obstacle. */
function EmptyDays({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('editor');
  const empty = days.toSorted((a, b) => a.number - b.number).flatMap(({ stopIds }, index) => (stopIds.length === 0 ? [String(index + 1)] : []));
  if (empty.length === 0) return null;
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(empty.length > 6 ? [...empty.slice(0, 5), '…'] : empty);
  return (
    <p className="flex items-start gap-2.5 text-[0.9375rem] text-muted">
      <CalendarOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" strokeWidth={1.6} />
      {t('publish.emptyDays', { count: empty.length, days: names })}
    </p>
  );
}

/** Notice that the story is public, with a link to its stops on the world map. */
function Live({ id, stops }: { id: string; stops: WholeItinerary['stops'] }) {
  const { t } = useTranslation('editor');
  const around = boundsAround(stops.filter(({ state, isLocated }) => state === 'ACCEPTED' && isLocated).map(({ coordinates }) => coordinates));
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-card bg-success-soft p-4">
      <Globe aria-hidden="true" className="size-5 shrink-0 text-success" />
      <p className="min-w-40 flex-1 font-semibold">{t('publish.live')}</p>
      <LinkButton asChild variant="secondary" size="sm">
        <Link to="/" search={{ previewItineraryId: id, ...(around && { bounds: paddedBounds(around, roomAround) }) }}>
          {t('publish.onMap')}
        </Link>
      </LinkButton>
    </div>
  );
}

/** Suggested stops without a decision: their number, and the first five with a button to accept each. */
function Suggested({ session, stops }: { session: EditSession; stops: WholeItinerary['stops'] }) {
  const { t } = useTranslation('editor');
  const { setState } = useStoryActions(session);
  const suggested = stops.filter(({ state }) => state === 'SUGGESTED');
  if (suggested.length === 0) return null;
  return (
    <div className="rounded-card bg-warning-soft p-4">
      <p className="flex items-center gap-2 font-semibold text-warning">
        <Sparkles aria-hidden="true" className="size-4" />
        {t('publish.suggested', { count: suggested.length })}
      </p>
      <p className="mt-1 text-small text-ink">{t('publish.suggestedText')}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {suggested.slice(0, 5).map((stop) => (
          <li key={stop.id} className="flex items-center justify-between gap-3 text-small">
            <span className="min-w-0 truncate font-semibold">{stop.title}</span>
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('stop.acceptNamed', { title: stop.title })}
              onClick={() => void setState(stop, 'ACCEPTED')}
            >
              {t('stop.accept')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
