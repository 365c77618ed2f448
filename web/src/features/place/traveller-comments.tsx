import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { PostView } from '@waystory/proto/social/post.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { SkeletonText } from '@waystory/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { CommentByline } from '../../model/social/comment-byline.tsx';
import type { PlaceComments } from './place.query.ts';

interface TravellerCommentsProps {
  query: UseQueryResult<PlaceComments>;
  stops: readonly Stop[];
}

/** Comments on stops here, with handle and date, and a link to the discussion. */
export function TravellerComments({ query: { data, isError }, stops }: TravellerCommentsProps) {
  const { t } = useTranslation('place');
  const [stop] = stops;
  if (isError && !data) return <p className="text-muted text-small">{t('failed')}</p>;
  if (!data) return <SkeletonText lines={3} />;
  return (
    <>
      {data.newest.length > 0 ? (
        <ul className="space-y-4">
          {data.newest.map((comment) => (
            <li key={comment.id}>
              <TravellerComment comment={comment} stop={stops.find(({ id }) => id === comment.postableId)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted text-small">{t('noComments')}</p>
      )}
      {stop && (
        <p className="mt-3">
          <Link
            to="/itineraries/$itineraryId/stops/$stopId"
            params={{ itineraryId: stop.itineraryId, stopId: stop.id }}
            className="rounded font-semibold text-accent-text text-small hover:underline"
          >
            {t('saySomething')}
          </Link>
        </p>
      )}
    </>
  );
}

function TravellerComment({ comment, stop }: { comment: PostView; stop: Stop | undefined }) {
  const { t } = useTranslation('place');
  const { text, account } = comment;
  return (
    <div className="flex gap-3">
      <Avatar size="sm" name={account?.userName ?? t('someone')} src={account?.avatarUrl ?? null} />
      <div className="min-w-0">
        <CommentByline comment={comment} className="text-small">
          {stop && <span className="text-muted"> · {stop.title}</span>}
        </CommentByline>
        <p className="line-clamp-6 whitespace-pre-line text-pretty break-words text-[0.9375rem]">{text}</p>
      </div>
    </div>
  );
}
