/** Drawn map or satellite pictures. */
export type MapKind = 'street' | 'satellite';
export type MapTheme = 'light' | 'dark';

/** Colours of the maps. The relief is painted for the light theme: its shelf is `water`, its lowland `earth`. */
const table = {
  water: ['#aad4e7', '#1a2a33', '#0b2340'],
  earth: ['#f3f0e4', '#2e2e2b', '#3b4430'],
  lake: ['#a3cfe6', '#1d2c35', '#123052'],
  coast: ['#6ea6c6', '#5d7480', '#9fd0dc'],
  border: ['#a58a9d', '#8d8494', '#ffeab8'],
  borderGlow: ['#ffffff', '#16191b', '#0a1420'],
  countryLabel: ['#6f5a74', '#c9bfcc', '#fbf4dc'],
  townLabel: ['#2f333d', '#eef0f2', '#ffffff'],
  villageLabel: ['#5b5f6b', '#b4b9be', '#e4eaf2'],
  waterLabel: ['#3d749d', '#8fb0c4', '#a9cdec'],
  halo: ['rgba(255, 253, 247, 0.92)', 'rgba(22, 25, 28, 0.9)', 'rgba(6, 16, 30, 0.78)'],
  waterHalo: ['rgba(190, 222, 238, 0.45)', 'rgba(18, 26, 31, 0.5)', 'rgba(6, 16, 30, 0.4)'],
  /** Brightness of the relief; 1 leaves it unchanged. */
  reliefBrightness: [1, 0.19, 1],
  reliefSaturation: [0.06, 0.3, 0],
  /** Tint over the land of the relief, which separates land and sea. */
  landTint: [
    { colour: '#ffffff', opacity: 0 },
    { colour: '#a9b3a8', opacity: 0.17 },
    { colour: '#ffffff', opacity: 0 },
  ],
} satisfies Record<string, readonly [light: unknown, dark: unknown, satellite: unknown]>;

export type Palette = { [Name in keyof typeof table]: (typeof table)[Name][0] };

const column = (at: 0 | 1 | 2): Palette => Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[at]])) as Palette; // as: the object has an entry for every row of the table
const [light, dark, satellite] = [column(0), column(1), column(2)];

export const paletteOf = (kind: MapKind, theme: MapTheme): Palette => (kind === 'satellite' ? satellite : theme === 'dark' ? dark : light);
