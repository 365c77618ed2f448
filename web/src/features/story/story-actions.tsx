import { Button } from '@waystory/ui/button.tsx';
import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isTalkedAbout, likesOfStory, type Story } from '../../model/itinerary/use-story.ts';
import { ReactionButtons } from '../../model/social/reaction-buttons.tsx';
import { ReportMenu } from '../../model/social/report-menu.tsx';
import { SaveButton } from '../../model/social/save-button.tsx';
import { ShareButton } from '../../model/social/share-button.tsx';
import { useReaction } from '../../model/social/use-reaction.ts';
import { goToTalk } from './talk.tsx';

/** A reader's actions on the story as a whole. A private story has no likes or comments. */
export function StoryActions({ story: { itinerary, isOwner } }: { story: Story }) {
  const { t } = useTranslation('social');
  const { id, title, likeCount } = itinerary;
  const thing = { reactableType: 'itinerary', reactableId: id } as const;
  const { opinion, react } = useReaction(thing, likesOfStory(id));
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-2">
      {isTalkedAbout(itinerary) && (
        <>
          <ReactionButtons label={t('reaction.ofStory')} thing={thing} opinion={opinion} likes={likeCount} onReact={react} />
          <Button variant="secondary" size="sm" icon={<MessageCircle aria-hidden="true" />} onClick={goToTalk}>
            {t('comments.title')}
          </Button>
        </>
      )}
      <SaveButton kind="itinerary" id={id} />
      <ShareButton title={title} />
      {!isOwner && <ReportMenu reportableType="itinerary" reportableId={id} />}
    </div>
  );
}
