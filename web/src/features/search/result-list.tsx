import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlaceOnMap, StoryPlace } from '@waystory/proto/itineraries/story-place.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { ArrowRight, Map as MapIcon, SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { coverOf, photoOf } from '../../model/photo/photo.ts';
import { iconOfPlace } from '../../model/place/place-icon.ts';
import { usePlaceKinds } from '../../model/place/place-kinds.ts';
import { IconThumbnail, joinParts, MarkedText, ResultCredit, ResultRow, resultLinkStyles, Thumbnail } from './result-row.tsx';
import { type SearchKind, type SearchResult, type SearchResultPage, type StoryFilters, searchResults } from './search.query.ts';

/** Places whose name matches the query, best first; empty while loading. */
function usePlacesOnMap(q: string): readonly PlaceOnMap[] {
  const { data, isPlaceholderData } = useInfiniteQuery(searchResults('places', q, {}));
  return (!isPlaceholderData && data?.pages[0]?.onMap) || [];
}

/** Link to the best place whose name matches the query, on the map; nothing without such a place. */
function PlaceLead({ q }: { q: string }) {
  const { t } = useTranslation('search');
  const [place] = usePlacesOnMap(q);
  if (!place) return null;
  return (
    <Link
      to="/"
      search={{ bounds: place.bounds }}
      data-result
      className="mb-2 flex min-h-14 items-center gap-3.5 rounded-card border border-line bg-sunken/60 px-4 py-2.5 transition-colors duration-fast hover:bg-sunken"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-teal-soft text-teal-text">
        <MapIcon aria-hidden="true" className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{t('onMap', { place: place.name })}</span>
        {place.placeFormatted && <span className="block truncate text-small text-muted">{place.placeFormatted}</span>}
      </span>
      <ArrowRight aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
    </Link>
  );
}

/** Link from an empty result to the map: to the place whose name matches the query, if any. */
function ToMap({ q }: { q: string }) {
  const { t } = useTranslation('search');
  const [place] = usePlacesOnMap(q);
  return (
    <LinkButton asChild variant="secondary" icon={<MapIcon aria-hidden="true" />}>
      <Link to="/" search={place ? { bounds: place.bounds } : {}}>
        {place ? t('onMap', { place: place.name }) : t('toMap')}
      </Link>
    </LinkButton>
  );
}

function StoryResult({ result: { entity, highlights } }: { result: SearchResult<'stories'> }) {
  const { t } = useTranslation('search');
  const { id, title, daysCount, stopsCount, likeCount, accountUserName, shortDescription } = entity;
  const photo = coverOf(entity, 'thumbnail');
  const counts = [t('days', { count: daysCount }), t('stops', { count: stopsCount }), likeCount > 0 && t('likes', { count: likeCount })];
  const why = highlights.shortDescription ?? highlights.description ?? highlights.highlights;
  return (
    <>
      <Link to="/itineraries/$id" params={{ id }} data-result className={resultLinkStyles}>
        <ResultRow
          picture={<Thumbnail photo={photo} />}
          title={<MarkedText highlight={highlights.title} plain={title} />}
          facts={joinParts(...counts.map((count) => count || null), accountUserName && `@${accountUserName}`)}
          excerpt={<MarkedText highlight={why} plain={shortDescription} />}
        />
      </Link>
      <ResultCredit photo={photo} />
    </>
  );
}

function PersonResult({ result: { entity, highlights } }: { result: SearchResult<'people'> }) {
  const { t } = useTranslation('search');
  const { id, userName, aboutMe, avatarUrl, followersCount } = entity;
  const name = userName ?? t('nameless');
  return (
    <Link to="/users/$userId" params={{ userId: id }} data-result className={resultLinkStyles}>
      <ResultRow
        picture={<Avatar name={name} src={avatarUrl} size="lg" />}
        title={<MarkedText highlight={highlights.userName} plain={name} />}
        facts={t('followers', { count: followersCount })}
        excerpt={<MarkedText highlight={highlights.aboutMe} plain={aboutMe} />}
      />
    </Link>
  );
}

type Row = readonly [key: string, content: ReactNode];

interface ListProps<K extends SearchKind> {
  kind: K;
  q: string;
  filters: StoryFilters;
  /** Content above the results. */
  above?: ReactNode;
  /** Rows before the results, taken from the first page. */
  first?: (page: SearchResultPage<K>) => readonly Row[];
  children: (result: SearchResult<K>) => ReactNode;
}

function List<K extends SearchKind>({ kind, q, filters, above, first, children }: ListProps<K>) {
  const { t } = useTranslation('search');
  const { data, isPending, isError, refetch, isRefetching, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    searchResults(kind, q, filters),
  );
  const isStale = useDeferredValue(isPlaceholderData);
  if (isPending) return <ListSkeleton />;
  if (isError) return <ErrorState title={t('failed.title')} text={t('failed.text')} onRetry={() => void refetch()} retrying={isRefetching} />;
  const [firstPage] = data.pages;
  const results = data.pages.flatMap(({ results }): SearchResult<K>[] => [...results]);
  const rows = [...((firstPage && first?.(firstPage)) ?? []), ...results.map((result): Row => [result.entity.id, children(result)])];
  if (rows.length === 0) return <NothingFound kind={kind} q={q} isLimited={kind === 'stories' && isLimiting(filters)} />;
  return (
    <>
      {above}
      <ul className={isStale ? 'opacity-60 transition-opacity' : undefined} aria-busy={isStale}>
        {rows.map(([key, content]) => (
          <li key={key} className="border-line not-last:border-b">
            {content}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether the filters exclude results: a sort order excludes none. */
const isLimiting = ({ sort: _, ...limits }: StoryFilters): boolean => Object.keys(limits).length > 0;

function NothingFound({ kind, q, isLimited }: { kind: SearchKind; q: string; isLimited: boolean }) {
  const { t } = useTranslation('search');
  const [title, text] = isLimited ? [t('none.chosen', { q }), t('none.chosenText')] : [t(`none.${kind}`, { q }), t('none.text')];
  return <EmptyState icon={<SearchX />} title={title} text={text} action={<ToMap q={q} />} />;
}

const skeletonRows = [0, 1, 2, 3, 4];
const ListSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-6 py-3">
    {skeletonRows.map((row) => (
      <div key={row} className="flex gap-4">
        <Skeleton className="aspect-square w-20 shrink-0 sm:aspect-4/3 sm:w-32" />
        <SkeletonText lines={3} className="flex-1" />
      </div>
    ))}
  </SkeletonGroup>
);

/** Places that match by name, ahead of places that match by content. */
const placesOnMap = ({ onMap }: SearchResultPage<'places'>): Row[] =>
  onMap.map((place) => [place.mapboxId ?? place.placeName, <PlaceOnMapResult place={place} />]);

const lists: { readonly [K in SearchKind]: (q: string, filters: StoryFilters) => ReactNode } = {
  stories: (q, filters) => (
    <List kind="stories" q={q} filters={filters} above={<PlaceLead q={q} />}>
      {(result) => <StoryResult result={result} />}
    </List>
  ),
  places: (q, filters) => (
    <List kind="places" q={q} filters={filters} first={placesOnMap}>
      {(result) => <PlaceResult result={result} />}
    </List>
  ),
  people: (q, filters) => (
    <List kind="people" q={q} filters={filters}>
      {(result) => <PersonResult result={result} />}
    </List>
  ),
};

/** Results of one kind, with loading and empty states. */
export const ResultList = ({ kind, q, filters }: { kind: SearchKind; q: string; filters: StoryFilters }) => lists[kind](q, filters);

/** Wording for the number of stories and stops. */
function useCounts(): (counts: Pick<PlaceOnMap, 'itinerariesCount' | 'stopsCount'>) => string {
  const { t } = useTranslation('search');
  return ({ itinerariesCount, stopsCount }) => {
    if (itinerariesCount === 0) return t('noStories');
    // Counts are unknown for a place without known bounds.
    if (itinerariesCount === null || stopsCount === null) return '';
    return joinParts(t('stories', { count: itinerariesCount }), t('stops', { count: stopsCount }));
  };
}

const whereOf = ({ name, addressCity, addressCountry }: StoryPlace): string =>
  [...new Set([addressCity, addressCountry])].filter((part) => part && part !== name).join(', ');

/** Result: a place with stories; links to its sheet. */
function PlaceResult({ result: { entity, highlights } }: { result: SearchResult<'places'> }) {
  const { kindOf } = usePlaceKinds();
  const countsOf = useCounts();
  const { id, name, stop } = entity;
  const photo = photoOf(stop, 'thumbnail');
  const Icon = iconOfPlace(entity);
  // The title of the stop is shown only where it differs from the name of the place.
  const why = highlights.otherNames ?? highlights.highlight ?? highlights.description ?? (stop.title === name ? undefined : highlights.title);
  return (
    <>
      <Link to="/" search={{ place: id }} data-result className={resultLinkStyles}>
        <ResultRow
          picture={photo ? <Thumbnail photo={photo} /> : <IconThumbnail icon={<Icon aria-hidden="true" />} />}
          title={<MarkedText highlight={highlights.placeName} plain={name} />}
          facts={joinParts(kindOf(entity), whereOf(entity))}
          // A place with private stops only is not on the public map, so it has no counts.
          {...(entity.itinerariesCount > 0 && { counts: countsOf(entity) })}
          excerpt={<MarkedText highlight={why} plain={stop.highlight} />}
        />
      </Link>
      <ResultCredit photo={photo} />
    </>
  );
}

/** Result: a place whose name matches the query, with or without stories; links to it on the map. */
function PlaceOnMapResult({ place }: { place: PlaceOnMap }) {
  const { kindOf } = usePlaceKinds();
  const countsOf = useCounts();
  const { name, placeFormatted, featureType, address, bounds } = place;
  const Icon = iconOfPlace(place);
  const flag = featureType === 'country' && address.countryCode ? { src: `/flags/${address.countryCode}.svg` } : null;
  return (
    <Link to="/" search={{ bounds }} data-result className={resultLinkStyles}>
      <ResultRow
        picture={flag ? <Thumbnail photo={flag} /> : <IconThumbnail icon={<Icon aria-hidden="true" />} />}
        title={name}
        facts={joinParts(kindOf(place), placeFormatted)}
        counts={countsOf(place)}
      />
    </Link>
  );
}
