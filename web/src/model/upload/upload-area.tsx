import { connection } from '@waystory/client/connection.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { watchRequest } from '@waystory/client/monitoring/monitoring.ts';
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { Problem } from '@waystory/proto/kit/error.ts';
import type { UploadedFile } from '@waystory/proto/media/file.ts';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Progress } from '@waystory/ui/progress.tsx';
import { FolderOpen, RotateCw, TriangleAlert, Upload as UploadIcon, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedTypes, type FileFault, fileFaultOf, fileFaultOfProblem, typesForFiles } from './file-fault.ts';
import { stripsPhotoLocation } from './photo-facts.ts';

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
          {stripsPhotoLocation() && (
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

interface Sending {
  /** Called with the sent share, 0 to 1; 1 while the server processes the file. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Path of the upload route. XMLHttpRequest sends the file, because fetch reports no upload progress. */
const address = '/api/files';
/** Timeout equal to the server's for a whole request, milliseconds. */
const sentWithinMs = 120_000;

/** Uploads a picture. @throws ResponseError, FetchError, or the signal's reason. */
async function sendFile(file: File, { onProgress, signal }: Sending): Promise<UploadedFile> {
  const token = await auth.token();
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const request = new XMLHttpRequest();
  request.open('POST', address);
  request.responseType = 'json';
  request.timeout = sentWithinMs;
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    connection.report(request.status < 502 || request.status > 504);
    // The server's own shapes, see proto/media/file.ts and infra/http/problem.ts.
    if (request.status >= 200 && request.status < 300) resolve(request.response as UploadedFile);
    else reject(new ResponseError(request.status, request.response as Problem | null));
  };
  request.onerror = () => reject(new FetchError(request.statusText));
  request.ontimeout = () => reject(new FetchError(new DOMException('The upload took too long', 'TimeoutError')));
  const abort = (): void => {
    request.abort();
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  const form = new FormData();
  form.set('file', file);
  request.send(form);
  return watchRequest(promise).finally(() => signal.removeEventListener('abort', abort));
}

type UploadState =
  | { status: 'ready' }
  /** `share` of the file is sent, 0 to 1. */
  | { status: 'sending'; name: string; share: number }
  /** `fault` has its own text in the page, and `detail` comes from the server. Without both, the server was unreachable or gave no reason. */
  | { status: 'failed'; file: File; fault: FileFault | null; detail: string | null };

interface Upload {
  state: UploadState;
  send: (file: File) => void;
  /** Cancels a running upload, or dismisses a failed one. */
  cancel: () => void;
}

const ready: UploadState = { status: 'ready' };
const faultFrom = (error: unknown): FileFault | null =>
  error instanceof ResponseError ? fileFaultOfProblem(error.problem?.code, error.problem?.data) : null;
const detailOf = (error: unknown): string | null => (error instanceof ResponseError ? (error.problem?.detail ?? null) : null);

/** One upload at a time, cancelled when its page closes. */
function useUpload(onDone: (uploaded: UploadedFile, file: File) => void): Upload {
  const [state, setState] = useState<UploadState>(ready);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File): Promise<void> => {
    running.current?.abort();
    const fault = fileFaultOf(file);
    if (fault) return setState({ status: 'failed', file, fault, detail: null });
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'sending', name: file.name, share: 0 });
    try {
      const onProgress = (share: number): void => setState({ status: 'sending', name: file.name, share });
      const sent = await sendFile(file, { onProgress, signal: controller.signal });
      setState(ready);
      onDone(sent, file);
    } catch (error) {
      if (!controller.signal.aborted) setState({ status: 'failed', file, fault: faultFrom(error), detail: detailOf(error) });
    }
  };
  return {
    state,
    send: (file) => void send(file),
    cancel: () => {
      running.current?.abort();
      setState(ready);
    },
  };
}
