import { connection } from '@waystory/client/connection.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { watchRequest } from '@waystory/client/monitoring/monitoring.ts';
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { Problem } from '@waystory/proto/kit/error.ts';
import type { UploadedFile } from '@waystory/proto/media/file.ts';
import { useEffect, useRef, useState } from 'react';
import { type FileFault, faultIn, faultOf } from './file-fault.ts';

interface Sending {
  /** Called with the sent share, 0 to 1; 1 while the server processes the file. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
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

export type UploadState =
  | { status: 'ready' }
  /** `share` of the file is sent, 0 to 1. */
  | { status: 'sending'; name: string; share: number }
  /** `fault` was found in the page, and `detail` comes from the server. Without both, the server was unreachable. */
  | { status: 'failed'; file: File; fault: FileFault | null; detail: string | null };

export interface Upload {
  state: UploadState;
  send: (file: File) => void;
  /** Cancels a running upload, or dismisses a failed one. */
  cancel: () => void;
}

const ready: UploadState = { status: 'ready' };
const faultFrom = (error: unknown): FileFault | null => (error instanceof ResponseError ? faultIn(error.problem?.code, error.problem?.data) : null);
const detailOf = (error: unknown): string | null => (error instanceof ResponseError ? (error.problem?.detail ?? null) : null);

/** One upload at a time, cancelled when its page closes. */
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
