import { useQuery } from '@tanstack/react-query';
import { Button } from '@waystory/ui/button.tsx';
import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Stop } from '../../model/itinerary/chapters.ts';
import { isTalkedAbout, type Story } from '../../model/itinerary/use-story.ts';
import { outdatedBy } from '../../model/queries/invalidation.ts';
import { queryClient } from '../../model/query-client.ts';
import { stopLikes } from '../../model/social/reaction.query.ts';
import { ReactionButtons } from '../../model/social/reaction-buttons.tsx';
import { ReportMenu } from '../../model/social/report-menu.tsx';
import { SaveButton } from '../../model/social/save-button.tsx';
import { type LikesPlace, useReaction } from '../../model/social/use-reaction.ts';
import { TripButton } from '../../model/trip/trip-button.tsx';
import { goToTalk } from './talk.tsx';

/** The sheet of its place counts its likes as well. */
const likesOf = (stopId: string): LikesPlace => {
  const { queryKey } = stopLikes(stopId);
  return {
    queryKey,
    add: (by) => queryClient.setQueryData(queryKey, (likes) => (likes === undefined ? undefined : likes + by)),
    outdates: outdatedBy({ kind: 'like', of: 'stop' }),
  };
};

/** A reader's actions on one stop. */
export function StopActions({ story: { itinerary, isOwner }, stop: { id, title, placeId, isLocated } }: { story: Story; stop: Stop }) {
  const { t } = useTranslation('social');
  const likes = useQuery({ ...stopLikes(id), enabled: isTalkedAbout(itinerary) }).data;
  const thing = { reactableType: 'stop', reactableId: id } as const;
  const { opinion, react } = useReaction(thing, likesOf(id));
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {isTalkedAbout(itinerary) && (
        <>
          <ReactionButtons label={t('reaction.ofStop')} thing={thing} opinion={opinion} likes={likes} onReact={react} />
          <Button variant="secondary" size="sm" icon={<MessageCircle aria-hidden="true" />} onClick={goToTalk}>
            {t('comments.title')}
          </Button>
        </>
      )}
      <SaveButton kind="stop" id={id} />
      {isLocated && <TripButton title={title} placeId={placeId} />}
      {!isOwner && <ReportMenu reportableType="stop" reportableId={id} />}
    </div>
  );
}
