import {
  createSceneGallery,
  describeScene,
  GalleryUnavailable,
  previewWidth,
  type Scene,
  type SceneGallery,
  sceneKey,
  scenePath,
  sceneShapes,
  scenesToOffer,
  thumbnailWidth,
} from '@waystory/scenes';
import { EngineUnavailable } from '../errors.ts';
import type { Photo, Photos } from './port.ts';

/** A drawn scene in the form of a provider's picture. */
export function photoOfScene(scene: Scene): Photo {
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
    description: describeScene(scene),
    unsplashId: null,
    photographerUsername: null,
    downloadUrl: null,
  };
}

/** Provider of drawn pictures: without network, and deterministic for the same words. */
export function scenePhotos(): Photos {
  return {
    search: async (words, count, near, place) => (words.trim() === '' ? [] : scenesToOffer({ words, near, place }, count).map(photoOfScene)),
  };
}

/**
 * Opens the gallery of drawn pictures. Its error GalleryUnavailable, for example for a full queue, becomes EngineUnavailable.
 * @param folder Cache folder; no cache without it.
 */
export function openSceneGallery(folder?: string): SceneGallery {
  const gallery = createSceneGallery(folder);
  const asEngineError = (error: unknown): never => {
    throw error instanceof GalleryUnavailable ? new EngineUnavailable('scenes', error) : error;
  };
  return { ...gallery, picture: (scene, width) => gallery.picture(scene, width).catch(asEngineError) };
}
