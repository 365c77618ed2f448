import { useIsModerator } from '@waystory/client/identity/use-is-moderator.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { Eye, EyeOff, ShieldCheck, SquareArrowOutUpRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Moderated, useModeration } from '../../model/social/use-moderation.ts';

interface ModerationBarProps extends Moderated {
  itineraryId: string;
}

/** For moderators: the visibility of a story, a way to change it, and a link to its record. */
export function ModerationBar({ itineraryId, hidden, send }: ModerationBarProps) {
  const { t } = useTranslation('social');
  const isModerator = useIsModerator();
  const [isPending, setPending] = useState(false);
  const moderate = useModeration('story', {
    hidden,
    send: async (next) => {
      setPending(true);
      await send(next).finally(() => setPending(false));
    },
  });
  if (!isModerator) return null;
  return (
    <section
      aria-label={t('moderation.label')}
      className="flex flex-wrap items-center gap-3 rounded-card border border-line-strong/60 border-dashed px-4 py-3"
    >
      <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="mr-auto flex flex-wrap items-center gap-2 font-semibold text-small">
        {t('moderation.label')}
        <Badge tone={hidden ? 'warning' : 'success'} role="status">
          {hidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          {t(hidden ? 'moderation.hidden' : 'moderation.shown')}
        </Badge>
      </p>
      <LinkButton
        size="sm"
        variant="quiet"
        icon={<SquareArrowOutUpRight aria-hidden="true" />}
        href={`/admin/itineraries/${encodeURIComponent(itineraryId)}/show`}
      >
        {t('moderation.inAdmin')}
      </LinkButton>
      <Button
        size="sm"
        variant={hidden ? 'secondary' : 'danger'}
        loading={isPending}
        icon={hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
        onClick={() => void moderate()}
      >
        {t(hidden ? 'moderation.restore' : 'moderation.hide')}
      </Button>
    </section>
  );
}
