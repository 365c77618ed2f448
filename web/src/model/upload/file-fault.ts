/** As the API takes them; `proto/media/file.ts` would bring all of its rules into the page. */
export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
/** A browser of Android opens its file manager for what is no picture by its type, and its photo picker for everything else. */
export const typesForFiles: readonly string[] = [...acceptedTypes, 'application/octet-stream'];
/** Bytes. */
export const largestFile = 15 * 1024 * 1024;

/** Bytes of a JPEG. */
export const largestJpeg = 30 * 1024 * 1024;

/** Why a file need not even be sent, or was not taken for a reason that has words of its own. */
export type FileFault = 'type' | 'heic' | 'size' | 'empty' | 'full';

/** The fault of a chosen file as its name, type and size tell; null without one. */
export function faultOf({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): FileFault | null {
  // Browsers that do not know the type tell none.
  if (/^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))) return 'heic';
  if (!acceptedTypes.includes(type)) return 'type';
  if (size === 0) return 'empty';
  return size > (type === 'image/jpeg' ? largestJpeg : largestFile) ? 'size' : null;
}

/** Meaning of the server's answer, where there are words for it here. */
export function faultIn(code: string | undefined, data: Readonly<Record<string, unknown>> | undefined): FileFault | null {
  if (code === 'file/too-many') return 'full';
  return code === 'file/no-picture' && data?.kind === 'heic' ? 'heic' : null;
}
