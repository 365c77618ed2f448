/** Types that the API accepts. `proto/media/file.ts` would add all its rules to the page. */
export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
/** Android browsers open the file manager if any type is no picture, and else the photo picker. */
export const typesForFiles: readonly string[] = [...acceptedTypes, 'application/octet-stream'];
/** Limit of a file other than JPEG, bytes. */
export const largestFile = 15 * 1024 * 1024;

/** Limit of a JPEG, bytes. */
export const largestJpeg = 30 * 1024 * 1024;

/** Fault of a file, found before or after sending, for which the page has its own text. */
export type FileFault = 'type' | 'heic' | 'size' | 'empty' | 'full';

/** Fault of a chosen file by name, type and size; null without a fault. */
export function fileFaultOf({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): FileFault | null {
  // Browsers leave unknown types blank.
  if (/^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))) return 'heic';
  if (!acceptedTypes.includes(type)) return 'type';
  if (size === 0) return 'empty';
  return size > (type === 'image/jpeg' ? largestJpeg : largestFile) ? 'size' : null;
}

/** Fault for a problem code of the server; null for a code without its own text in the page. */
export function fileFaultOfProblem(code: string | undefined, data: Readonly<Record<string, unknown>> | undefined): FileFault | null {
  if (code === 'file/too-many') return 'full';
  return code === 'file/no-picture' && data?.kind === 'heic' ? 'heic' : null;
}
