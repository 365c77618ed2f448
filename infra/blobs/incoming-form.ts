import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidRequest } from '../errors.ts';

/**
 * Limits of a form. They admit a second file and further fields, so that a form with too many gets a precise error. The route limits the size of the
 * file.
 */
const limits = { files: 2, fields: 4, parts: 4, fieldSize: 1_000, fieldNameSize: 100, headerPairs: 20, fileSize: Number.POSITIVE_INFINITY };

export interface FormFile {
  filename: string;
  /** Media type as the sender states it, in lower case. */
  mimeType: string;
  /** @throws InvalidRequest when the upload breaks off. */
  content: AsyncIterable<Uint8Array>;
}

const refused = (path: string, message: string): InvalidRequest => new InvalidRequest([{ path, message }]);

/** The unread body of a multipart request. */
export class IncomingForm {
  /** Makes a JSON route refuse the form as an unknown field. */
  readonly form = true;
  readonly #request: FastifyRequest;
  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  /** Reads a form with exactly one file. Later parts may be invalid, so the file is only valid once this resolves. */
  async readFile(field: string, take: (file: FormFile) => Promise<void>): Promise<void> {
    let taken = 0;
    try {
      for await (const part of whole(this.#request.parts({ limits }))) {
        if (part.type !== 'file') throw refused(`body.${part.fieldname}`, part.fieldname === field ? 'Must be a file' : 'Unknown field');
        if (part.fieldname !== field) throw refused(`body.${part.fieldname}`, 'Unknown field');
        if (++taken > 1) throw refused(`body.${field}`, 'Must be one file');
        await take({ filename: part.filename ?? '', mimeType: part.mimetype.toLowerCase(), content: whole(part.file) });
      }
    } catch (error) {
      this.#ignoreTheRest();
      throw error;
    }
    if (taken === 0) throw refused(`body.${field}`, 'Required');
  }

  /** Discards unread content, which would otherwise block the connection. */
  #ignoreTheRest(): void {
    const raw: Readable = this.#request.raw;
    raw.unpipe();
    raw.resume();
  }

  /** Represents the form in the request's hash; the file's hash is added later. */
  toJSON(): string {
    return 'form';
  }
}

/** Converts errors of reading to InvalidRequest, because the sender causes them. */
async function* whole<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch {
    throw refused('body', 'The form is not well-formed, or broke off');
  }
}

/** Routes of this scope receive multipart bodies as `IncomingForm`. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.addHook('preHandler', async (request) => {
    if (request.isMultipart()) request.body = new IncomingForm(request);
  });
}
