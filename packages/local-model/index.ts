/** Public interface of the package; nothing else is imported from outside. */
export { type Chunk, complete, completeInChunks, completionRequest, modelName } from './completion.ts';
export { type Atlas, type City, cityOf, loadAtlas } from './world/atlas.ts';
