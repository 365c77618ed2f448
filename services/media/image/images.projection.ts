import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { image, imageEvents, imageList } from '@waystory/proto/media/image.ts';
import { evolveImage } from './image.ts';

export const images = defineCollection({
  name: 'images',
  doc: image,
  filterable: imageList.filterable,
  sortable: imageList.sortable,
  indexes: [{ kind: 'ordered', on: ['-createdAt'] }],
  visibleTo: () => null,
});

export const imagesProjection = defineProjection({
  name: 'images',
  version: 2,
  collections: { images },
  reads: imageEvents,
  on: { ImageAdded: (event, docs) => docs.images.update(event.data.imageId, () => evolveImage(null, event)) },
});
