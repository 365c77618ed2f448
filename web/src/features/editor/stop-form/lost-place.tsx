import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typesForFiles } from '../../../model/upload/file-fault.ts';
import { type PhotoFacts, readPhotoFacts } from '../../../model/upload/photo-facts.ts';

/** Tells why a photo has no place, and reads it from the same photo in the files of the device; nothing is uploaded again. */
export function LostPlace({ onFacts }: { onFacts: (facts: PhotoFacts) => void }) {
  const { t } = useTranslation('stop-form');
  const picker = useRef<HTMLInputElement>(null);
  const [isInVain, setInVain] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const facts = await readPhotoFacts(file);
    setInVain(!facts?.coordinates);
    if (facts?.coordinates) onFacts(facts);
  };
  return (
    <Banner
      tone="info"
      title={t('lostPlace.title')}
      text={t(isInVain ? 'lostPlace.inVain' : 'lostPlace.text')}
      actions={
        <>
          <input
            ref={picker}
            type="file"
            accept={typesForFiles.join()}
            aria-label={t('lostPlace.choose')}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              void read(target.files?.[0]);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
          <Button variant="secondary" size="sm" icon={<FolderOpen aria-hidden="true" />} onClick={() => picker.current?.click()}>
            {t('lostPlace.choose')}
          </Button>
        </>
      }
    />
  );
}
