import { connection } from '@waystory/client/connection.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { watchRequest } from '@waystory/client/monitoring/monitoring.ts';
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { Problem } from '@waystory/proto/kit/error.ts';
import type { UploadedFile } from '@waystory/proto/media/file.ts';

export interface Sending {
  /** Told how much is sent, 0 to 1; 1 while the server works on it. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** The one request of the product that tells how far it is, which fetch cannot. */
const address = '/api/files';
/** As long as the server waits for the whole of a request, milliseconds. */
const sentWithinMs = 120_000;

/** Uploads a picture. @throws ResponseError, FetchError, or the signal's reason. */
export async function sendFile(file: File, { onProgress, signal }: Sending): Promise<UploadedFile> {
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
