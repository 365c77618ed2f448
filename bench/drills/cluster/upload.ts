import type { Asked } from './ask.ts';

const boundary = 'drill-0b6f7c';
/** One pixel: that it is there is what counts. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** A form with a picture, as a browser sends it. */
export const pictureForm: Pick<Asked, 'headers' | 'body'> = {
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="pixel.png"\r\ncontent-type: image/png\r\n\r\n`),
    pixel,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
};

/** Address of an uploaded picture of an answer; null when it holds none. */
export const uploadedTo = (json: unknown): string | null =>
  typeof json === 'object' && json !== null && 'url' in json && typeof json.url === 'string' ? json.url : null;
