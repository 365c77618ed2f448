import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, imageUrl, instant, text, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Largest upload, bytes. */
export const largestFile = 15 * 1024 * 1024;
/** Largest JPEG, bytes, because phones take photos of this size and cannot reduce them. */
export const largestJpeg = 30 * 1024 * 1024;
export const largestUploadBytes = (mimeType: string): number => (mimeType === 'image/jpeg' ? largestJpeg : largestFile);

/** Uploadable types. The server detects the real type from the content. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;
export type UploadType = (typeof uploadTypes)[number];

/** Widths of served copies, pixels: `<url>?w=640`. */
export const pictureWidths = [320, 640, 1280] as const;

/** File name without folders. */
export const fileName = text(255)
  .regex(/[^\s/\\][^/\\]*$/, 'Must name the file')
  .transform((name) => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).trim());

const pixels = z.int().min(1).max(100_000);

/** spec 3: File upload. The stored picture is re-encoded, so type and size differ from the upload. */
const fileFields = {
  blobName: text(500),
  url: imageUrl.describe('Address of the picture on this site'),
  filename: text(255),
  mimeType: text(100),
  size: z.int().min(1).describe('Bytes'),
  width: pixels,
  height: pixels,
};

export const fileEvents = defineEvents({
  FileUploaded: z.object({ fileId: id, accountId: id, ...fileFields }),
  FileDeleted: z.object({ fileId: id }),
});
export type FileEvent = EventOf<typeof fileEvents>;

export const uploadedFile = z.object({ id, accountId: id, ...fileFields, version, createdAt: instant, updatedAt: instant });
export type UploadedFile = z.output<typeof uploadedFile>;

/** Storage usage of an account: number and bytes of its pictures. */
export const storageUsageRecord = z.object({ id, files: z.int(), bytes: z.int() });
export type StorageUsage = z.output<typeof storageUsageRecord>;

/** Estimated bytes of a picture with its narrower copies. */
export const estimatedPictureBytes = ({ size, width }: Pick<UploadedFile, 'size' | 'width'>): number =>
  Math.round(pictureWidths.reduce((sum, narrow) => (narrow < width ? sum + size * (narrow / width) ** 2 : sum), size));

export const fileErrors = {
  'file/unknown': 'There is no such upload. It may have been too long ago; please upload the file again.',
  'file/too-many': 'Your pictures take all the room that an account has. Delete some that you do not need any more, then try again.',
  'file/empty': 'The file is empty.',
  'file/wrong-size': 'The size is not that of what was uploaded. Please upload the file again.',
  'file/wrong-type': 'The content of the file is not of the type that was named.',
  'file/no-picture':
    'Only pictures can be uploaded: JPEG, PNG, WebP, AVIF or GIF. A HEIC photo has to become a JPEG first: on an iPhone choose Settings, Camera, Formats, Most Compatible, or send it to yourself by mail.',
  'file/unreadable': 'This picture is damaged or of a kind that cannot be read. Please save it as JPEG or PNG and try again.',
  'file/too-many-pixels': 'The picture is too large. A JPEG may have 200 megapixels, any other picture 50. Please make it smaller.',
  'upload/too-many-waiting': 'Too many of your uploads are under way. Finish some, or wait up to an hour until they lapse.',
  'upload/unknown': 'This address takes no upload. Please ask for a new one.',
  'upload/expired': 'This address has expired. Please ask for a new one.',
  'upload/wrong-type': 'The address is for a file of another type.',
  'upload/incomplete': 'The upload broke off. Please try again.',
  'upload/address-taken': 'This address was used already. Please ask for a new one.',
} as const satisfies ErrorCatalogue;

/** spec 3: Upload grant. */
const uploadGrant = z.object({
  uploadUrl: text(4_000).describe('PUT the bytes here, with their content-type and x-ms-blob-type: BlockBlob; a path is on this site'),
  blobName: text(500),
  containerName: text(100),
  expiresAt: instant,
});
export type UploadGrantReply = z.output<typeof uploadGrant>;

/** Text with an enum in the API description only, so that the refusal of another type can list the allowed types. */
const mimeType = text(100).meta({ enum: uploadTypes });
const picture = ['file/empty', 'file/wrong-type', 'file/no-picture', 'file/unreadable', 'file/too-many-pixels'] as const;

export const fileList = {
  entity: 'UploadedFile',
  filterable: { id: 'id', accountId: 'id', filename: 'text', mimeType: 'text', size: 'number', createdAt: 'time' },
  sortable: ['createdAt', 'size'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

/** spec 7: Files, uploaded to a granted URL. */
export const fileRoutes = defineRoutes({
  listFiles: route.list(
    '/files',
    'What people uploaded, and who: without the pictures themselves, which are at their address',
    'files.list',
    fileList,
    uploadedFile,
  ),
  getFile: route.get('/files/:id', 'One upload', 'files.list', { params: z.object({ id }), reply: uploadedFile, errors: ['file/unknown'] }),
  deleteFile: route.delete('/files/:id', 'Delete an upload of yours; wherever its picture is shown, it is gone', 'files.delete', {
    params: z.object({ id }),
    errors: ['file/unknown'],
  }),
  grantUpload: route.post('/files/sas-token', 'An address to upload one picture to, once', 'files.write', {
    perMinute: 60,
    body: z.object({ filename: fileName, mimeType }),
    reply: uploadGrant,
    statuses: [200],
    errors: ['file/no-picture', 'file/too-many', 'upload/too-many-waiting'],
  }),
  confirmUpload: route.post('/files/confirmation', 'Make a file of what was uploaded; to confirm again answers the same file', 'files.write', {
    perMinute: 60,
    body: z.object({ blobName: text(500), filename: fileName, mimeType, size: z.int().min(1).max(largestJpeg) }),
    reply: uploadedFile,
    statuses: [200],
    errors: ['file/unknown', 'file/wrong-size', 'file/too-many', ...picture],
  }),
});

/** Multipart form, parsed by its route; the API description has a form with one file. */
const form = z
  .custom<object>((value) => typeof value === 'object' && value !== null)
  .meta({
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'], additionalProperties: false },
      },
    },
  });

/** spec 7: Files, uploaded in one request. */
export const uploadRoutes = defineRoutes({
  uploadFile: route.post('/files', 'Upload a picture, multipart/form-data with one field: file', 'files.write', {
    perMinute: 60,
    body: form,
    reply: uploadedFile,
    errors: [...picture, 'file/too-many', 'upload/too-many-waiting'],
  }),
});
