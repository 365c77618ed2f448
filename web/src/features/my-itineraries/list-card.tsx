import { Link } from '@tanstack/react-router';
import type { CollectionView } from '@waystory/proto/social/collection.ts';
import { Card } from '@waystory/ui/card.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { ListPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Photo } from '../../model/photo/photo.ts';

/** A list among others: pictures of what was added last, its name, and how much is on it. */
export function ListCard({ list: { id, title, note, entriesCount }, photos }: { list: CollectionView; photos: readonly Photo[] }) {
  const { t } = useTranslation('lists');
  return (
    <Card asChild padding="none" interactive>
      <article className="relative flex h-full flex-col">
        <Cover photos={photos.slice(0, 3)} />
        <div className="flex-1 p-4">
          <h3 className="line-clamp-2 break-words text-subheading">
            <Link to="/lists/$id" params={{ id }} className="rounded after:absolute after:inset-0 after:rounded-card">
              {title}
            </Link>
          </h3>
          <p className="mt-1 text-muted text-small tabular-nums">{t('count', { count: entriesCount })}</p>
          {note && <p className="mt-1 line-clamp-2 break-words text-muted text-small">{note}</p>}
        </div>
      </article>
    </Card>
  );
}

/** One picture, two side by side, or a large one beside two small ones. */
function Cover({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0)
    return (
      <div className="grid aspect-3/2 place-items-center bg-teal-soft text-teal-text">
        <ListPlus aria-hidden="true" className="size-12 opacity-70" strokeWidth={1.3} />
      </div>
    );
  return (
    <div className={cn('grid aspect-3/2 gap-0.5', photos.length > 1 && 'grid-cols-[3fr_2fr]', photos.length > 2 && 'grid-rows-2')}>
      {photos.map((photo, place) => (
        <div key={photo.src} className={cn('relative', place === 0 && photos.length > 2 && 'row-span-2')}>
          <Image {...photo} fill illustration={false} underLink alt="" />
        </div>
      ))}
    </div>
  );
}
