import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { UploadedFile } from '@waystory/proto/media/file.ts';
import { useEffect, useRef, useState } from 'react';
import { type FileFault, faultIn, faultOf } from './file-fault.ts';
import { sendFile } from './send-file.ts';

export type UploadState =
  | { status: 'ready' }
  /** `share` of it is sent, 0 to 1. */
  | { status: 'sending'; name: string; share: number }
  /** `fault` was found here, `detail` is what the server says; neither: it could not be reached. */
  | { status: 'failed'; file: File; fault: FileFault | null; detail: string | null };

export interface Upload {
  state: UploadState;
  send: (file: File) => void;
  /** Stops a running upload, or forgets a failed one. */
  cancel: () => void;
}

const ready: UploadState = { status: 'ready' };
const faultFrom = (error: unknown): FileFault | null => (error instanceof ResponseError ? faultIn(error.problem?.code, error.problem?.data) : null);
const detailOf = (error: unknown): string | null => (error instanceof ResponseError ? (error.problem?.detail ?? null) : null);

/** One upload at a time; it stops when its page goes. */
export function useUpload(onDone: (uploaded: UploadedFile, file: File) => void): Upload {
  const [state, setState] = useState<UploadState>(ready);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File): Promise<void> => {
    running.current?.abort();
    const fault = faultOf(file);
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
