import cyrillic400 from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff2?url';
import cyrillic500 from '@fontsource/noto-sans/files/noto-sans-cyrillic-500-normal.woff2?url';
import greek400 from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff2?url';
import greek500 from '@fontsource/noto-sans/files/noto-sans-greek-500-normal.woff2?url';
import latin400italic from '@fontsource/noto-sans/files/noto-sans-latin-400-italic.woff2?url';
import latin400 from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import latin500 from '@fontsource/noto-sans/files/noto-sans-latin-500-normal.woff2?url';
import latinExt400italic from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-italic.woff2?url';
import latinExt400 from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url';
import latinExt500 from '@fontsource/noto-sans/files/noto-sans-latin-ext-500-normal.woff2?url';
import type { FontFacesSpecification } from 'maplibre-gl';

/** Values of `text-font` for all layers. */
export const mapFonts = { regular: ['Noto Sans Regular'], bold: ['Noto Sans Medium'], italic: ['Noto Sans Italic'] } satisfies Record<
  string,
  string[]
>;

// Unicode ranges of the font files, as Google Fonts defines the subsets.
const latin = 'U+0000-00FF U+0131 U+0152-0153 U+02BB-02BC U+02C6 U+02DA U+02DC U+0304 U+0308 U+0329 U+2000-206F U+20AC U+2122'.split(' ');
const latinExt = ['U+0100-0130', 'U+0132-0151', 'U+0154-02BA', 'U+1E00-1E9F', 'U+1EF2-1EFF', 'U+2020', 'U+20A0-20AB', 'U+2C60-2C7F', 'U+A720-A7FF'];
const cyrillic = ['U+0301', 'U+0400-045F', 'U+0490-0491', 'U+04B0-04B1', 'U+2116'];
const greek = ['U+0370-03FF'];

/**
 * Label fonts as our own files, without a glyph server. Other scripts use the device's fonts.
 * @param origin Origin of the page, because a worker resolves no relative URLs.
 */
export function fontFaces(origin: string): FontFacesSpecification {
  const face = (file: string, range: string[]) => ({ url: new URL(file, origin).href, 'unicode-range': range });
  return {
    'Noto Sans Regular': [face(latin400, latin), face(latinExt400, latinExt), face(cyrillic400, cyrillic), face(greek400, greek)],
    'Noto Sans Medium': [face(latin500, latin), face(latinExt500, latinExt), face(cyrillic500, cyrillic), face(greek500, greek)],
    'Noto Sans Italic': [face(latin400italic, latin), face(latinExt400italic, latinExt)],
  };
}
