import type { Scene, SceneKind } from '../scene-key.ts';
import { type Canvas, createCanvas } from './canvas.ts';
import { drawAirport } from './kinds/airport.ts';
import { drawBeach } from './kinds/beach.ts';
import { drawBridge } from './kinds/bridges.ts';
import { drawCafe } from './kinds/cafe.ts';
import { drawCanyon } from './kinds/canyon.ts';
import { drawCastle } from './kinds/castle.ts';
import { drawChurch } from './kinds/church.ts';
import { drawCity } from './kinds/city.ts';
import { drawCoast } from './kinds/coast.ts';
import { drawDesert } from './kinds/desert.ts';
import { drawGarden, drawVineyard } from './kinds/fields.ts';
import { drawForest, drawLake, drawMountains, drawSnow } from './kinds/highlands.ts';
import { drawHotel } from './kinds/hotel.ts';
import { drawIsland } from './kinds/islands.ts';
import { drawLibrary } from './kinds/library.ts';
import { drawLookout } from './kinds/lookout.ts';
import { drawMarket } from './kinds/market.ts';
import { drawDomes, drawPalace, drawTemple } from './kinds/monuments.ts';
import { drawMuseum } from './kinds/museum.ts';
import { drawPark } from './kinds/park.ts';
import { drawRestaurant } from './kinds/restaurant.ts';
import { drawRuin } from './kinds/ruin.ts';
import { drawHarbour, drawVillage } from './kinds/seaside-towns.ts';
import { drawShrine } from './kinds/shrine.ts';
import { drawTownSquare } from './kinds/square.ts';
import { drawStadium } from './kinds/stadium.ts';
import { drawStation } from './kinds/station.ts';
import { drawTheatre } from './kinds/theatre.ts';
import { drawObservationTower } from './kinds/tower.ts';
import { drawTropical } from './kinds/tropics.ts';
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

/** A scene as SVG, `width` pixels wide: the same text for the same scene every time. */
export function drawScene(scene: Scene, width: number): string {
  const canvas = createCanvas(scene);
  drawSky(canvas);
  draw[scene.kind](canvas);
  const { w, h, light } = canvas;
  // A little darker towards the corners, so that titles on top can be read and the eye stays inside.
  canvas.ellipse(w / 2, h / 2, w * 0.8, h * 0.8, canvas.radial([0.62, light.shade, 0], [1, light.shade, light.time === 'day' ? 0.22 : 0.4]));
  return canvas.svg(width, Math.round((width * h) / w));
}
