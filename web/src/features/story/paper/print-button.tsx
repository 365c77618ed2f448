import { Button } from '@waystory/ui/button.tsx';
import { Printer } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Story } from '../../../model/itinerary/use-story.ts';
import { paperPictures } from './paper-photo.tsx';

/** Longest wait for pictures before printing, milliseconds. */
const patience = 6_000;

/** Fetches pictures, so that paper has them; those that cannot be had are left out. Keep what is answered until it is printed. */
async function loadPictures(addresses: readonly string[]): Promise<HTMLImageElement[]> {
  const pictures = addresses.map((address) => Object.assign(document.createElement('img'), { src: address }));
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.allSettled(pictures.map((picture) => picture.decode())), late]);
  return pictures;
}

/** Prints the story when its pictures are there, by the button or by the keys that print everywhere. */
export function PrintButton({ story }: { story: Story }) {
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
  // A picture that nobody holds may be dropped before it is printed.
  const pictures = useRef<HTMLImageElement[]>([]);
  const printStory = useCallback(async (): Promise<void> => {
    setLoading(true);
    pictures.current = await loadPictures(paperPictures(story));
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
