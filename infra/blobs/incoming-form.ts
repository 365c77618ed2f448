import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidRequest } from '../errors.ts';

/** Enough for one file and the reason to refuse more; the size of the file is up to whoever takes it. */
const limits = { files: 2, fields: 4, parts: 4, fieldSize: 1_000, fieldNameSize: 100, headerPairs: 20, fileSize: Number.POSITIVE_INFINITY };

export interface FormFile {
  filename: string;
  /** As the sender names it, in lower case. */
  mimeType: string;
  /** Throws InvalidRequest when it breaks off. */
  content: AsyncIterable<Uint8Array>;
}

const refused = (path: string, message: string): InvalidRequest => new InvalidRequest([{ path, message }]);

/** The body of a multipart request, which nobody has read yet. */
export class IncomingForm {
  /** Makes a route that takes JSON refuse it as an unknown field. */
  readonly form = true;
  readonly #request: FastifyRequest;
  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  /** Reads the form, which must consist of one file. What comes after the file may still be wrong: only when this resolves it was all right. */
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

  /** Otherwise the connection would be held by what nobody reads. */
  #ignoreTheRest(): void {
    const raw: Readable = this.#request.raw;
    raw.unpipe();
    raw.resume();
  }

  /** It is part of what is hashed of a request; its content comes later. */
  toJSON(): string {
    return 'form';
  }
}

/** Whatever stops a form from being read is the sender's doing. */
async function* whole<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch {
    throw refused('body', 'The form is not well-formed, or broke off');
  }
}

/** From here on, routes of this scope are given multipart bodies as `IncomingForm`. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.addHook('preHandler', async (request) => {
    if (request.isMultipart()) request.body = new IncomingForm(request);
  });
}
