/** Public interface of the package. Other packages import only this module. */
export { createSceneGallery, GalleryUnavailable, type SceneGallery } from './gallery.ts';
export { scenesToOffer } from './offer.ts';
export { type PicturedPlace, sceneOfPlace } from './place-scenes.ts';
export {
  describeScene,
  parseSceneFile,
  previewWidth,
  type Scene,
  type SceneKind,
  sceneFor,
  sceneKey,
  scenePath,
  sceneShapes,
  thumbnailWidth,
} from './scene.ts';
export { kindsFor, kindsNamed } from './words.ts';
