import { createHash } from 'node:crypto';
import type { Photo, Photos } from './port.ts';
import { previewWidth, type Scene, sceneKey, scenePath, sceneShapes, sceneTimes, sceneVariants, thumbnailWidth } from './scene-key.ts';
import { kindsFor, kindsNamed } from './scene-words.ts';

const articles: Readonly<Record<Scene['kind'], string>> = {
  coast: 'A lighthouse on a rocky coast',
  mountains: 'Snow-capped mountains above a meadow',
  city: 'A skyline across the water',
  temple: 'A pagoda among trees',
  desert: 'A caravan among dunes',
  forest: 'A clearing in a forest of firs',
  lake: 'A mountain lake',
  village: 'A village on a hillside by the sea',
  tropical: 'A beach under palms',
  canyon: 'A river through a canyon',
  snow: 'A cabin in the snow',
  bridge: 'A bridge over a wide river',
  vineyard: 'A farm among vineyards',
  island: 'Limestone islands and a junk',
  market: 'Market stalls under lanterns',
  harbour: 'Boats in front of gabled houses',
  garden: 'A pavilion by a lily pond',
  palace: 'A colonnade behind a fountain',
  domes: 'Domes and minarets by the water',
};
const hours: Readonly<Record<Scene['time'], string>> = { dawn: 'at dawn', day: 'on a clear day', sunset: 'at sunset', night: 'at night' };

/** A scene as a picture of a provider. */
export function photoOf(scene: Scene): Photo {
  return {
    providerId: sceneKey(scene),
    url: scenePath(scene),
    previewUrl: scenePath(scene, previewWidth),
    thumbnailUrl: scenePath(scene, thumbnailWidth),
    ...sceneShapes[scene.shape],
    source: 'illustration',
    attribution: 'Illustration',
    sourceUrl: null,
    authorName: 'Waystory',
    authorUrl: null,
    description: `${articles[scene.kind]} ${hours[scene.time]}`,
    unsplashId: null,
    photographerUsername: null,
    downloadUrl: null,
  };
}

/** Scenes that the product draws itself: no network, and the same ones for the same words. */
export function scenePhotos(): Photos {
  return {
    async search(words, count, near) {
      if (words.trim() === '') return [];
      const kinds = kindsFor(words, near);
      // What the words name makes up the list; what is merely likely fills it only when they name nothing.
      const drawn = kinds.slice(0, kindsNamed(words).length || 4);
      const start = createHash('sha256').update(words.trim().toLowerCase()).digest().readUInt16BE(0);
      return Array.from({ length: count }, (_, index) => {
        const kind = drawn[index % drawn.length] ?? 'city';
        const turn = Math.floor(index / drawn.length);
        const time = sceneTimes[(start + turn + 1) % sceneTimes.length] ?? 'day';
        return photoOf({ kind, time, shape: 'landscape', variant: (start + turn * 7) % sceneVariants });
      });
    },
  };
}
