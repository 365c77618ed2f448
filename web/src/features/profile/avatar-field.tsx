import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { UploadArea } from '../../model/upload/upload-area.tsx';

interface AvatarFieldProps {
  name: string;
  /** Empty when there is none. */
  url: string;
  onChange: (url: string) => void;
}

/** The picture of a person as it will be once the form is saved, and the way to another one or none. */
export function AvatarField({ name, url, onChange }: AvatarFieldProps) {
  const { t } = useTranslation('profile');
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold text-small">{t('form.avatar')}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} src={url || null} size="lg" />
        <div className="min-w-[min(15rem,100%)] flex-1">
          <UploadArea onUploaded={(file) => onChange(`${file.url}?w=320`)} />
        </div>
      </div>
      {url && (
        <Button variant="quiet" size="sm" icon={<ImageOff aria-hidden="true" />} onClick={() => onChange('')} className="justify-self-start">
          {t('form.avatarRemove')}
        </Button>
      )}
    </fieldset>
  );
}
