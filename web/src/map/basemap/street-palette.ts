import type { MapTheme } from './palette.ts';

/** Additional colours of a street archive; land and water are those of the surrounding map. */
export interface StreetPalette {
  park: string;
  wood: string;
  sand: string;
  /** Residential, industrial, school and similar areas. */
  grounds: string;
  building: string;
  buildingEdge: string;
  /** Roads by class, each with its edge. */
  minor: string;
  minorEdge: string;
  major: string;
  majorEdge: string;
  highway: string;
  highwayEdge: string;
  path: string;
  rail: string;
  roadLabel: string;
  parkLabel: string;
  poiLabel: string;
}

export const streetPalettes: Readonly<Record<MapTheme, StreetPalette>> = {
  light: {
    park: '#d5e5c1',
    wood: '#cbddb8',
    sand: '#f1e5c3',
    grounds: '#ebe6d8',
    building: '#e1d9ca',
    buildingEdge: '#cfc5b3',
    minor: '#ffffff',
    minorEdge: '#dad2c3',
    major: '#fff5d8',
    majorEdge: '#dcc9a0',
    highway: '#ffdf9e',
    highwayEdge: '#d9b36f',
    path: '#bfae90',
    rail: '#b8aea1',
    roadLabel: '#655d52',
    parkLabel: '#4d7336',
    poiLabel: '#66564a',
  },
  dark: {
    park: '#41503b',
    wood: '#3b4a36',
    sand: '#524e3e',
    grounds: '#4a4943',
    building: '#514f4a',
    buildingEdge: '#625f58',
    minor: '#5f5d57',
    minorEdge: '#32322f',
    major: '#736d61',
    majorEdge: '#32312e',
    highway: '#8d7c57',
    highwayEdge: '#332f28',
    path: '#7d776c',
    rail: '#78726a',
    roadLabel: '#cbc4b8',
    parkLabel: '#a9c497',
    poiLabel: '#d3c9ba',
  },
};
