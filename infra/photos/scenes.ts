import type { Photo, Photos } from './port.ts';
import { previewWidth, type Scene, sceneKey, scenePath, sceneShapes, thumbnailWidth } from './scene-key.ts';
import { scenesToOffer } from './scene-offer.ts';

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
  palace: 'A palace behind a fountain',
  domes: 'Domes and minarets by the water',
  church: 'A church among trees',
  shrine: 'Red gates on the way to a shrine',
  station: 'A train under the roof of a station',
  airport: 'An aircraft on an airfield',
  cafe: 'Tables in front of a café',
  restaurant: 'A laid table at a window',
  hotel: 'A room with a bed and a view',
  museum: 'Paintings in the hall of a museum',
  library: 'Shelves full of books',
  theatre: 'A stage between its curtains',
  stadium: 'A full stadium',
  castle: 'A castle on a hill',
  ruin: 'Old columns in the grass',
  tower: 'A tower with a platform above a city',
  lookout: 'A telescope above the land',
  square: 'A fountain on a square',
  park: 'A bench under the trees of a park',
  beach: 'Parasols on a beach',
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
    search: async (words, count, near, place) => (words.trim() === '' ? [] : scenesToOffer({ words, near, place }, count).map(photoOf)),
  };
}
