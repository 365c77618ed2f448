/** Drawn map or satellite pictures. */
export type MapKind = 'street' | 'satellite';
export type MapTheme = 'light' | 'dark';

/** Colours of a map. The relief is painted for the light theme: its shelf is `water`, its lowland `earth`. */
export interface Palette {
  water: string;
  earth: string;
  lake: string;
  coast: string;
  border: string;
  borderGlow: string;
  countryLabel: string;
  townLabel: string;
  villageLabel: string;
  waterLabel: string;
  halo: string;
  waterHalo: string;
  /** Brightness of the relief; 1 leaves it unchanged. */
  reliefBrightness: number;
  reliefSaturation: number;
  /** Tint over the relief's land, which sets it off from the sea. */
  landTint: { colour: string; opacity: number };
}

const light: Palette = {
  water: '#aad4e7',
  earth: '#f3f0e4',
  lake: '#a3cfe6',
  coast: '#6ea6c6',
  border: '#a58a9d',
  borderGlow: '#ffffff',
  countryLabel: '#6f5a74',
  townLabel: '#2f333d',
  villageLabel: '#5b5f6b',
  waterLabel: '#3d749d',
  halo: 'rgba(255, 253, 247, 0.92)',
  waterHalo: 'rgba(190, 222, 238, 0.45)',
  reliefBrightness: 1,
  reliefSaturation: 0.06,
  landTint: { colour: '#ffffff', opacity: 0 },
};

const dark: Palette = {
  water: '#1a2a33',
  earth: '#2e2e2b',
  lake: '#1d2c35',
  coast: '#5d7480',
  border: '#8d8494',
  borderGlow: '#16191b',
  countryLabel: '#c9bfcc',
  townLabel: '#eef0f2',
  villageLabel: '#b4b9be',
  waterLabel: '#8fb0c4',
  halo: 'rgba(22, 25, 28, 0.9)',
  waterHalo: 'rgba(18, 26, 31, 0.5)',
  reliefBrightness: 0.19,
  reliefSaturation: 0.3,
  landTint: { colour: '#a9b3a8', opacity: 0.17 },
};

const satellite: Palette = {
  water: '#0b2340',
  earth: '#3b4430',
  lake: '#123052',
  coast: '#9fd0dc',
  border: '#ffeab8',
  borderGlow: '#0a1420',
  countryLabel: '#fbf4dc',
  townLabel: '#ffffff',
  villageLabel: '#e4eaf2',
  waterLabel: '#a9cdec',
  halo: 'rgba(6, 16, 30, 0.78)',
  waterHalo: 'rgba(6, 16, 30, 0.4)',
  reliefBrightness: 1,
  reliefSaturation: 0,
  landTint: { colour: '#ffffff', opacity: 0 },
};

export const paletteOf = (kind: MapKind, theme: MapTheme): Palette => (kind === 'satellite' ? satellite : theme === 'dark' ? dark : light);
