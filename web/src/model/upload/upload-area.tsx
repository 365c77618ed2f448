import type { UploadedFile } from '@waystory/proto/media/file.ts';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Progress } from '@waystory/ui/progress.tsx';
import { FolderOpen, RotateCw, TriangleAlert, Upload as UploadIcon, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedTypes, typesForFiles } from './file-fault.ts';
import { losesPlaces } from './photo-facts.ts';
import { type UploadState, useUpload } from './use-upload.ts';

/** Upload of the person's own picture, chosen or dropped, with progress and retry. */
export function UploadArea({ onUploaded }: { onUploaded: (uploaded: UploadedFile, file: File) => void }) {
  const { t } = useTranslation('upload');
  const { state, send, cancel } = useUpload(onUploaded);
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const choose = (from: readonly string[]): void => {
    if (!picker.current) return;
    picker.current.accept = from.join();
    picker.current.click();
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) send(file);
  };
  return (
    <section
      aria-label={t('label')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex min-h-20 items-center rounded-card border-2 border-line-strong/50 border-dashed p-4 transition-colors duration-fast',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      <input
        ref={picker}
        type="file"
        accept={acceptedTypes.join()}
        aria-label={t('choose')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send(file);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
      <Inside state={state} onChoose={() => choose(acceptedTypes)} onChooseFile={() => choose(typesForFiles)} onCancel={cancel} onRetry={send} />
    </section>
  );
}

interface InsideProps {
  state: UploadState;
  onChoose: () => void;
  /** Bypasses the device's photo picker. */
  onChooseFile: () => void;
  onCancel: () => void;
  onRetry: (file: File) => void;
}

function Inside({ state, onChoose, onChooseFile, onCancel, onRetry }: InsideProps) {
  const { t } = useTranslation('upload');
  switch (state.status) {
    case 'ready':
      return (
        <Line text={t('text')}>
          <Button variant="secondary" size="sm" icon={<UploadIcon aria-hidden="true" />} onClick={onChoose}>
            {t('choose')}
          </Button>
          {losesPlaces() && (
            <Button variant="quiet" size="sm" icon={<FolderOpen aria-hidden="true" />} onClick={onChooseFile}>
              {t('chooseFile')}
            </Button>
          )}
        </Line>
      );
    case 'sending':
      return (
        <div className="flex w-full items-center gap-4" aria-live="polite">
          <Progress
            className="flex-1"
            label={t(state.share < 1 ? 'sending' : 'preparing', { name: state.name })}
            value={state.share < 1 ? state.share : null}
            max={1}
            note={state.share < 1 ? t('percent', { percent: Math.round(state.share * 100) }) : undefined}
          />
          <Button variant="quiet" size="sm" icon={<X aria-hidden="true" />} onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      );
    case 'failed':
      return (
        <Line isAlarm text={state.fault ? t(`fault.${state.fault}`) : (state.detail ?? t('fault.away'))}>
          {!state.fault && (
            <Button variant="secondary" size="sm" icon={<RotateCw aria-hidden="true" />} onClick={() => onRetry(state.file)}>
              {t('retry')}
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={onChoose}>
            {t('chooseOther')}
          </Button>
        </Line>
      );
    default:
      return state satisfies never;
  }
}

const Line = ({ text, isAlarm = false, children }: { text: string; isAlarm?: boolean; children: ReactNode }) => (
  <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-3">
    <p role={isAlarm ? 'alert' : undefined} className={cn('min-w-[min(12rem,100%)] flex-1 text-small', isAlarm ? 'text-danger' : 'text-muted')}>
      {isAlarm && <TriangleAlert aria-hidden="true" className="mr-2 inline size-4 align-[-0.2em]" />}
      {text}
    </p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
);
