import { queryOptions } from '@tanstack/react-query';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { api } from '../data/product.ts';
import { Refusal } from '../data/refusal.ts';

/** Content of a reported record as the site shows it. All of it is user content. */
export interface RecordPreview {
  title: string | null;
  texts: readonly string[];
  /** URL of a picture: a path on this site, or the URL of a file on another host. */
  picture: string | null;
  /** Sentence about the context of the record, such as the story of a stop. */
  place: string | null;
  path: string;
  isDown: boolean;
  visibility: 'PUBLIC' | 'UNLISTED' | 'PRIVATE' | null;
}

const written = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null && text !== '') as string[]; // as: null is filtered out

async function itineraryOf(id: string) {
  return api.getItinerary({ params: { id }, query: {} });
}

async function load({ reportableType, reportableId: id, itineraryId }: ReportedCase): Promise<RecordPreview> {
  switch (reportableType) {
    case 'itinerary': {
      const { title, shortDescription, description, highlights, imageUrl, countryImageUrl, hidden, visibility } = await itineraryOf(id);
      const texts = written([shortDescription, description, ...highlights]);
      return { title, texts, picture: imageUrl ?? countryImageUrl, place: null, path: `/itineraries/${id}`, isDown: hidden, visibility };
    }
    case 'stop': {
      const stop = await api.getStop({ params: { id } });
      const story = await itineraryOf(stop.itineraryId);
      return {
        title: stop.title,
        texts: written([stop.highlight, stop.description]),
        picture: stop.imageUrl,
        place: `A stop at ${stop.place.placeName} in “${story.title}”`,
        path: `/itineraries/${stop.itineraryId}/stops/${id}`,
        isDown: story.hidden,
        visibility: story.visibility,
      };
    }
    case 'post': {
      const post = await api.getPost({ params: { id } });
      const story = await itineraryOf(itineraryId ?? post.itineraryId);
      const place = `${post.replyToId ? 'A reply' : 'A comment'} on ${post.postableType === 'stop' ? 'a stop of ' : ''}“${story.title}”`;
      const path = post.postableType === 'stop' ? `/itineraries/${post.itineraryId}/stops/${post.postableId}` : `/itineraries/${post.itineraryId}`;
      const { text, file, imageUrl, hidden } = post;
      return { title: null, texts: [text], picture: file?.url ?? imageUrl, place, path, isDown: hidden, visibility: story.visibility };
    }
    case 'account': {
      const { userName, aboutMe, avatarUrl, suspended } = await api.getAccount({ params: { id } });
      const common = { texts: written([aboutMe]), picture: avatarUrl, place: null, path: `/users/${id}`, visibility: null };
      return { title: userName ?? 'No name yet', ...common, isDown: suspended ?? false };
    }
    default:
      return reportableType satisfies never;
  }
}

const isGone = (error: unknown): boolean => error instanceof Refusal && error.status === 404;

/** Query for the reported record of a case; its data is null for a deleted record. */
export const previewQuery = (about: ReportedCase) =>
  queryOptions({
    // The key contains the number of decisions, so that each decision reloads the record.
    queryKey: ['queue', 'preview', about.id, about.decisionsCount],
    queryFn: () => load(about).catch((error: unknown) => (isGone(error) ? null : Promise.reject(error))),
    retry: false,
    staleTime: 5_000,
  });
