import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { image, imageEvents } from '@waystory/proto/media/image.ts';
import { evolveImage } from './image.ts';

export const images = defineCollection({
  name: 'images',
  doc: image,
  filterable: { id: 'id' },
  sortable: ['createdAt'],
  indexes: [],
  visibleTo: () => null,
});

export const imagesProjection = defineProjection({
  name: 'images',
  version: 1,
  collections: { images },
  reads: imageEvents,
  on: { ImageAdded: (event, docs) => docs.images.update(event.data.imageId, () => evolveImage(null, event)) },
});
