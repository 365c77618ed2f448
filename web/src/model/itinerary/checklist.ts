import type { Stop } from '@waystory/proto/itineraries/stop.ts';

/** Conditions for a public story. */
export interface Checklist {
  title: boolean;
  cover: boolean;
  stop: boolean;
}

interface Written {
  title: string;
  imageUrl: string | null;
  imageId: string | null;
}

export const checklistOf = ({ title, imageUrl, imageId }: Written, acceptedStops: number): Checklist => ({
  title: title.trim() !== '',
  cover: imageUrl !== null || imageId !== null,
  stop: acceptedStops > 0,
});

export const isReadyToPublish = ({ title, cover, stop }: Checklist): boolean => title && cover && stop;

export const acceptedStopCount = (stops: readonly Pick<Stop, 'state'>[]): number => stops.filter(({ state }) => state === 'ACCEPTED').length;
