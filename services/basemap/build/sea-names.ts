import type { Feature, Point } from 'geojson';

type Sea = readonly [longitude: number, latitude: number, kind: 'ocean' | 'sea', minZoom: number, en: string, de: string, fr: string];

/** Oceans and seas of interest to travellers, each with the first zoom level at which its name fits. */
const seas: readonly Sea[] = [
  [-38, 30, 'ocean', 0, 'Atlantic Ocean', 'Atlantischer Ozean', 'Océan Atlantique'],
  [-16, -24, 'ocean', 1, 'South Atlantic Ocean', 'Südatlantik', 'Atlantique Sud'],
  [-150, 22, 'ocean', 0, 'Pacific Ocean', 'Pazifischer Ozean', 'Océan Pacifique'],
  [-125, -28, 'ocean', 1, 'South Pacific Ocean', 'Südpazifik', 'Pacifique Sud'],
  [160, 22, 'ocean', 1, 'North Pacific Ocean', 'Nordpazifik', 'Pacifique Nord'],
  [78, -18, 'ocean', 0, 'Indian Ocean', 'Indischer Ozean', 'Océan Indien'],
  [20, -60, 'ocean', 1, 'Southern Ocean', 'Südlicher Ozean', 'Océan Austral'],
  [-160, 80, 'ocean', 4, 'Arctic Ocean', 'Arktischer Ozean', 'Océan Arctique'],
  [5.5, 38.7, 'sea', 3, 'Mediterranean Sea', 'Mittelmeer', 'Mer Méditerranée'],
  [34.5, 43.3, 'sea', 4, 'Black Sea', 'Schwarzes Meer', 'Mer Noire'],
  [50.8, 41.8, 'sea', 4, 'Caspian Sea', 'Kaspisches Meer', 'Mer Caspienne'],
  [3.2, 56.3, 'sea', 3, 'North Sea', 'Nordsee', 'Mer du Nord'],
  [19.6, 57.2, 'sea', 4, 'Baltic Sea', 'Ostsee', 'Mer Baltique'],
  [2, 68, 'sea', 3, 'Norwegian Sea', 'Europäisches Nordmeer', 'Mer de Norvège'],
  [41, 74.5, 'sea', 2, 'Barents Sea', 'Barentssee', 'Mer de Barents'],
  [-5, 45.5, 'sea', 4, 'Bay of Biscay', 'Golf von Biskaya', 'Golfe de Gascogne'],
  [15.4, 43, 'sea', 5, 'Adriatic Sea', 'Adria', 'Mer Adriatique'],
  [12, 40, 'sea', 5, 'Tyrrhenian Sea', 'Tyrrhenisches Meer', 'Mer Tyrrhénienne'],
  [19, 38.2, 'sea', 5, 'Ionian Sea', 'Ionisches Meer', 'Mer Ionienne'],
  [25, 38.9, 'sea', 5, 'Aegean Sea', 'Ägäis', 'Mer Égée'],
  [-5.3, 53.7, 'sea', 6, 'Irish Sea', 'Irische See', "Mer d'Irlande"],
  [38.2, 20.4, 'sea', 4, 'Red Sea', 'Rotes Meer', 'Mer Rouge'],
  [51.3, 27, 'sea', 4, 'Persian Gulf', 'Persischer Golf', 'Golfe Persique'],
  [64, 15, 'sea', 2, 'Arabian Sea', 'Arabisches Meer', "Mer d'Arabie"],
  [88, 14, 'sea', 2, 'Bay of Bengal', 'Golf von Bengalen', 'Golfe du Bengale'],
  [114.5, 13.5, 'sea', 3, 'South China Sea', 'Südchinesisches Meer', 'Mer de Chine méridionale'],
  [125, 28.8, 'sea', 4, 'East China Sea', 'Ostchinesisches Meer', 'Mer de Chine orientale'],
  [134.5, 40, 'sea', 3, 'Sea of Japan', 'Japanisches Meer', 'Mer du Japon'],
  [149, 54, 'sea', 3, 'Sea of Okhotsk', 'Ochotskisches Meer', "Mer d'Okhotsk"],
  [178, 58, 'sea', 2, 'Bering Sea', 'Beringmeer', 'Mer de Béring'],
  [132, 18, 'sea', 3, 'Philippine Sea', 'Philippinensee', 'Mer des Philippines'],
  [156, -17, 'sea', 3, 'Coral Sea', 'Korallenmeer', 'Mer de Corail'],
  [160, -38, 'sea', 2, 'Tasman Sea', 'Tasmansee', 'Mer de Tasman'],
  [-90, 25, 'sea', 3, 'Gulf of Mexico', 'Golf von Mexiko', 'Golfe du Mexique'],
  [-75.5, 15, 'sea', 3, 'Caribbean Sea', 'Karibik', 'Mer des Caraïbes'],
  [-86, 60, 'sea', 3, 'Hudson Bay', 'Hudson Bay', "Baie d'Hudson"],
  [-56, 58.5, 'sea', 3, 'Labrador Sea', 'Labradorsee', 'Mer du Labrador'],
  [-67, 73.5, 'sea', 3, 'Baffin Bay', 'Baffinbucht', 'Baie de Baffin'],
  [-145, 57.5, 'sea', 3, 'Gulf of Alaska', 'Golf von Alaska', "Golfe d'Alaska"],
  [2, 1, 'sea', 3, 'Gulf of Guinea', 'Golf von Guinea', 'Golfe de Guinée'],
];

/** Labels of the `water` layer. */
export const seaNames: readonly Feature<Point>[] = seas.map(([longitude, latitude, kind, minZoom, en, de, fr]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: { kind, name: en, 'name:en': en, 'name:de': de, 'name:fr': fr, min_zoom: minZoom },
}));
