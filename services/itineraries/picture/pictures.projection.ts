import { defineCollection, defineProjection } from '@waystory/infra/kit/projection.ts';
import { image, imageEvents } from '@waystory/proto/media/image.ts';

export const pictures = defineCollection({
  name: 'pictures',
  doc: image,
  filterable: { id: 'id' },
  sortable: ['createdAt'],
  indexes: [],
  visibleTo: () => null,
});

/** Images as itineraries and stops show them. */
export const picturesProjection = defineProjection({
  name: 'pictures',
  version: 1,
  collections: { pictures },
  reads: imageEvents,
  on: {
    ImageAdded: ({ data: { imageId: id, ...described }, version, at }, docs) =>
      docs.pictures.update(id, () => ({ id, ...described, version, createdAt: at, updatedAt: at })),
  },
});
