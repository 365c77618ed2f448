import type { Blobs } from '@waystory/infra/blobs/port.ts';
import { type UploadedFile, type UploadGrantReply, uploadedFile } from '@waystory/proto/media/file.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** Part of a test product that uploads use. */
interface Product<Person> {
  send(options: InjectOptions & { as?: Person }): Promise<LightMyRequestResponse>;
}

export type FormPart = [field: string, content: string | Uint8Array<ArrayBuffer>, filename?: string, mimeType?: string];

/** Headers and body of a multipart form. */
export async function formOf(...parts: FormPart[]): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const form = new FormData();
  for (const [field, content, filename, type = 'image/jpeg'] of parts)
    filename === undefined ? form.append(field, String(content)) : form.append(field, new File([content], filename, { type }));
  const encoded = new Response(form);
  return { headers: { 'content-type': encoded.headers.get('content-type') ?? '' }, payload: Buffer.from(await encoded.arrayBuffer()) };
}

export async function postForm<Person>(
  product: Product<Person>,
  as: Person | undefined,
  parts: FormPart[],
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const form = await formOf(...parts);
  return product.send({ method: 'POST', url: '/api/files', payload: form.payload, headers: { ...form.headers, ...headers }, ...(as && { as }) });
}

const post = <Person>(product: Product<Person>, as: Person | undefined, url: string, payload: object) =>
  product.send({ method: 'POST', url, payload, ...(as && { as }) });

export const askForGrant = <Person>(product: Product<Person>, as: Person | undefined, body: object) =>
  post(product, as, '/api/files/sas-token', body);
export const confirmUpload = <Person>(product: Product<Person>, as: Person | undefined, body: object) =>
  post(product, as, '/api/files/confirmation', body);

/** Requests a grant and uploads to its URL, without the confirmation. */
export async function uploadTo<Person>(product: Product<Person>, as: Person, content: Uint8Array, mimeType = 'image/jpeg', filename = 'boat.jpg') {
  const grant = (await askForGrant(product, as, { filename, mimeType })).json() as UploadGrantReply; // another test checks its status
  const put = await product.send({ method: 'PUT', url: grant.uploadUrl, payload: Buffer.from(content), headers: { 'content-type': mimeType } });
  return { grant, put, body: { blobName: grant.blobName, filename, mimeType, size: content.length } };
}

export const fileIn = (answer: LightMyRequestResponse): UploadedFile => uploadedFile.parse(answer.json());

/** Names of blobs with content. An empty blob is the placeholder of a used upload. */
export async function nonEmptyBlobsIn(blobs: Blobs): Promise<string[]> {
  const names: string[] = [];
  for await (const name of blobs.list('')) if ((await blobs.info(name))?.size) names.push(name);
  return names;
}
