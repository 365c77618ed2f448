import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { image, imageEvents } from '@waystory/proto/media/image.ts';
import { evolvePicture } from './picture.ts';

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
    ImageAdded: (event, docs) => docs.pictures.update(event.data.imageId, () => evolvePicture(null, event)),
  },
});
