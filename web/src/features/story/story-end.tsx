import { Link } from '@tanstack/react-router';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { Compass, Pencil, Printer } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allowsLikesAndComments, type Story } from '../../model/itinerary/use-story.ts';
import { ShareButton } from '../../model/social/share-button.tsx';
import { paperPictureUrls } from './paper/paper-photo.tsx';

/** Longest wait for pictures before printing, milliseconds. */
const patience = 6_000;

/** Preloads pictures for printing and skips those that fail. Keep the result until printing ends. */
async function loadPictures(addresses: readonly string[]): Promise<HTMLImageElement[]> {
  const pictures = addresses.map((address) => Object.assign(document.createElement('img'), { src: address }));
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.allSettled(pictures.map((picture) => picture.decode())), late]);
  return pictures;
}

/** Print button: prints once the pictures have loaded. It also handles the print shortcut. */
function PrintButton({ story }: { story: Story }) {
  const { t } = useTranslation('story');
  const { isLoading, printStory } = usePrintStory(story);
  return (
    <Button variant="secondary" size="sm" loading={isLoading} icon={<Printer aria-hidden="true" />} onClick={() => void printStory()}>
      {t('print')}
    </Button>
  );
}

const isPrintKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey;

function usePrintStory(story: Story): { isLoading: boolean; printStory: () => Promise<void> } {
  const [isLoading, setLoading] = useState(false);
  // References keep the browser from dropping the pictures before printing.
  const pictures = useRef<HTMLImageElement[]>([]);
  const printStory = useCallback(async (): Promise<void> => {
    setLoading(true);
    pictures.current = await loadPictures(paperPictureUrls(story));
    setLoading(false);
    print();
  }, [story]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isPrintKey(event)) return;
      event.preventDefault();
      if (!event.repeat) void printStory();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [printStory]);
  return { isLoading, printStory };
}

/** End of the story, with links to continue. */
export function StoryEnd({ story }: { story: Story }) {
  const { t } = useTranslation('story');
  const { itinerary, chapters, isOwner } = story;
  if (chapters.length === 0) return <Unwritten id={itinerary.id} isOwner={isOwner} />;
  const handle = itinerary.account?.userName;
  return (
    <footer
      className={cn(
        'mx-auto flex max-w-[46rem] flex-col items-center gap-5 px-5 pt-10 text-center sm:px-10',
        // The last element leaves room for the button of the map.
        allowsLikesAndComments(itinerary) ? 'pb-16' : 'pb-28',
      )}
    >
      <span aria-hidden="true" className="route-line-x w-40" />
      <p className="text-heading">{handle ? t('end.by', { handle }) : t('end.title')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <ShareButton title={itinerary.title} />
        <PrintButton story={story} />
        <LinkButton asChild variant="secondary" size="sm" icon={<Compass aria-hidden="true" />}>
          <Link to="/">{t('explore')}</Link>
        </LinkButton>
      </div>
    </footer>
  );
}

function Unwritten({ id, isOwner }: { id: string; isOwner: boolean }) {
  const { t } = useTranslation('story');
  const action = isOwner && (
    <LinkButton asChild icon={<Pencil aria-hidden="true" />}>
      <Link to="/itineraries/$id/edit" params={{ id }}>
        {t('unwritten.edit')}
      </Link>
    </LinkButton>
  );
  return (
    <EmptyState
      icon={<Compass />}
      title={t('unwritten.title')}
      text={t(isOwner ? 'unwritten.ownerText' : 'unwritten.text')}
      action={action || undefined}
    />
  );
}
