import type { Scene, SceneKind } from '../scene.ts';
import { type Canvas, createCanvas } from './canvas.ts';
import { drawBridge, drawCity, drawObservationTower } from './kinds/city.ts';
import { drawCoast, drawHarbour, drawVillage } from './kinds/coast.ts';
import { drawCanyon, drawDesert } from './kinds/deserts.ts';
import { drawGarden, drawVineyard } from './kinds/fields.ts';
import { drawMuseum, drawTheatre } from './kinds/halls.ts';
import { drawForest, drawLake, drawMountains, drawSnow } from './kinds/highlands.ts';
import { drawHotel, drawLibrary } from './kinds/interiors.ts';
import { drawDomes, drawPalace, drawTemple } from './kinds/monuments.ts';
import { drawCastle, drawRuin } from './kinds/old-stones.ts';
import { drawBeach, drawIsland, drawTropical } from './kinds/shores.ts';
import { drawMarket, drawPark, drawTownSquare } from './kinds/streets.ts';
import { drawCafe, drawRestaurant } from './kinds/tables.ts';
import { drawAirport, drawStation } from './kinds/transport.ts';
import { drawLookout, drawStadium } from './kinds/views.ts';
import { drawChurch, drawShrine } from './kinds/worship.ts';
import { drawSky } from './sky.ts';

const draw: Readonly<Record<SceneKind, (canvas: Canvas) => void>> = {
  coast: drawCoast,
  mountains: drawMountains,
  city: drawCity,
  temple: drawTemple,
  desert: drawDesert,
  forest: drawForest,
  lake: drawLake,
  village: drawVillage,
  tropical: drawTropical,
  canyon: drawCanyon,
  snow: drawSnow,
  bridge: drawBridge,
  vineyard: drawVineyard,
  island: drawIsland,
  market: drawMarket,
  harbour: drawHarbour,
  garden: drawGarden,
  palace: drawPalace,
  domes: drawDomes,
  church: drawChurch,
  shrine: drawShrine,
  station: drawStation,
  airport: drawAirport,
  cafe: drawCafe,
  restaurant: drawRestaurant,
  hotel: drawHotel,
  museum: drawMuseum,
  library: drawLibrary,
  theatre: drawTheatre,
  stadium: drawStadium,
  castle: drawCastle,
  ruin: drawRuin,
  tower: drawObservationTower,
  lookout: drawLookout,
  square: drawTownSquare,
  park: drawPark,
  beach: drawBeach,
};

/** A scene as SVG, `width` pixels wide. Deterministic: equal scenes yield equal text. */
export function drawScene(scene: Scene, width: number): string {
  const canvas = createCanvas(scene);
  drawSky(canvas);
  draw[scene.kind](canvas);
  const { w, h, light } = canvas;
  // Vignette, which makes titles on top of the picture readable.
  canvas.ellipse(w / 2, h / 2, w * 0.8, h * 0.8, canvas.radial([0.62, light.shade, 0], [1, light.shade, light.time === 'day' ? 0.22 : 0.4]));
  return canvas.svg(width, Math.round((width * h) / w));
}
