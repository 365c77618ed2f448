import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Select } from '@waystory/ui/select.tsx';
import { SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@waystory/ui/tabs.tsx';
import { BookOpen, Plus, Search, SearchX } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { newStoryDraftKey, newStoryDraftTitle } from '../../model/editing/new-story.ts';
import type { ItineraryView } from '../../model/itinerary/itinerary.query.ts';
import { ownItineraries } from '../../model/itinerary/own-itineraries.query.ts';
import { ownDrafts } from '../../model/saving/draft-store.ts';
import { usePendingDeletions } from '../../model/saving/use-removal.ts';
import { savedIds } from '../../model/social/saved.query.ts';
import { filteredItineraries, type ItineraryOrder, itineraryOrders, type Shelf, shelfCounts, shelves } from './listing.ts';
import { BinnedCard, OwnItineraryCard, UnsentStoryCard } from './own-itinerary-card.tsx';
import { SavedShelf } from './saved-shelf.tsx';

const gridStyles = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

/** Itineraries of the signed-in user in tabs by visibility, with search and sorting. */
export function ItineraryShelves() {
  const { t } = useTranslation('my-itineraries');
  const account = useAccount();
  const accountId = account.data?.id ?? '';
  const own = useQuery({ ...ownItineraries(accountId), enabled: accountId !== '' });
  if (own.data) return <Shelves itineraries={own.data} />;
  if (own.isError || account.isError)
    return (
      <ErrorState
        title={t('failed.title')}
        text={t('failed.text')}
        retrying={own.isFetching || account.isFetching}
        onRetry={() => void (account.isError ? account.refetch() : own.refetch())}
      />
    );
  return <ShelvesSkeleton />;
}

function Shelves({ itineraries }: { itineraries: readonly ItineraryView[] }) {
  const { t } = useTranslation('my-itineraries');
  const deletedIds = usePendingDeletions();
  const { unsent, unsavedIds, discardUnsent } = useLocalDrafts();
  const [shelf, setShelf] = useState<Shelf>('all');
  // The link back from a list opens the tab of saved entries.
  const [isSavedShown, setSavedShown] = useState(() => location.hash === `#${saved}`);
  const [words, setWords] = useState('');
  const [order, setOrder] = useState<ItineraryOrder>('updated');
  const sought = useDeferredValue(words);
  const present = itineraries.filter(({ id }) => !deletedIds.has(id));
  const counts = shelfCounts(present, unsent ? 1 : 0);
  const visibleItineraries = filteredItineraries(present, { shelf, words: sought, order });
  const choose = (value: string): void => {
    setSavedShown(value === saved);
    setShelf(shelves.find((one) => one === value) ?? shelf);
  };
  // The tab of the bin stays while it is selected, even when the bin becomes empty.
  const isOffered = (one: Shelf): boolean => one !== 'bin' || counts.bin > 0 || shelf === 'bin';
  const showsUnsent = unsent !== null && (shelf === 'private' || shelf === 'all') && sought === '';
  return (
    <Tabs value={isSavedShown ? saved : shelf} onValueChange={choose}>
      <TabList aria-label={t('shelves.label')}>
        {shelves.filter(isOffered).map((one) => (
          <Tab key={one} value={one} count={counts[one]}>
            {t(`shelves.${one}`)}
          </Tab>
        ))}
        <SavedTab />
      </TabList>
      <TabPanel value={saved} tabIndex={-1}>
        <SavedShelf />
      </TabPanel>
      <TabPanel value={shelf} tabIndex={-1} className="flex flex-col gap-5">
        {present.length === 0 && !unsent ? (
          <NothingYet />
        ) : (
          <>
            <Tools words={words} onWords={setWords} order={order} onOrder={setOrder} />
            <p role="status" className="sr-only">
              {t('shown', { count: visibleItineraries.length })}
            </p>
            <ul className={gridStyles}>
              {showsUnsent && (
                <li className="grid">
                  <UnsentStoryCard title={unsent.title} onDiscard={discardUnsent} />
                </li>
              )}
              {visibleItineraries.map((itinerary) => (
                <li key={itinerary.id} className="grid">
                  {shelf === 'bin' ? (
                    <BinnedCard itinerary={itinerary} />
                  ) : (
                    <OwnItineraryCard itinerary={itinerary} isUnsaved={unsavedIds.has(itinerary.id)} />
                  )}
                </li>
              ))}
            </ul>
            {visibleItineraries.length === 0 && !showsUnsent && <NothingHere words={sought} onClear={() => setWords('')} />}
          </>
        )}
      </TabPanel>
    </Tabs>
  );
}

/** Value of the tab with the lists and the saved stories and stops. */
const saved = 'saved';

function SavedTab() {
  const { t } = useTranslation('my-itineraries');
  const stories = useQuery(savedIds('itinerary')).data;
  const stops = useQuery(savedIds('stop')).data;
  return (
    <Tab value={saved} {...(stories && stops && { count: stories.length + stops.length })}>
      {t('saved.shelf')}
    </Tab>
  );
}

interface ToolsProps {
  words: string;
  onWords: (words: string) => void;
  order: ItineraryOrder;
  onOrder: (order: ItineraryOrder) => void;
}

function Tools({ words, onWords, order, onOrder }: ToolsProps) {
  const { t } = useTranslation('my-itineraries');
  return (
    <div className="flex flex-wrap gap-3">
      <Field label={t('search')} hideLabel className="min-w-56 flex-1 sm:max-w-sm">
        <Input
          type="search"
          value={words}
          placeholder={t('search')}
          leading={<Search aria-hidden="true" />}
          onChange={({ target }) => onWords(target.value)}
        />
      </Field>
      <Select
        aria-label={t('order.label')}
        className="w-48"
        value={order}
        onValueChange={onOrder}
        options={itineraryOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
      />
    </div>
  );
}

function NothingYet() {
  const { t } = useTranslation('my-itineraries');
  return (
    <EmptyState
      icon={<BookOpen />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <LinkButton asChild>
          <Link to="/itineraries/create">
            <Plus aria-hidden="true" />
            {t('empty.action')}
          </Link>
        </LinkButton>
      }
    />
  );
}

function NothingHere({ words, onClear }: { words: string; onClear: () => void }) {
  const { t } = useTranslation('my-itineraries');
  const isSearch = words.trim() !== '';
  return (
    <EmptyState
      icon={<SearchX />}
      title={isSearch ? t('none.searchTitle', { words }) : t('none.shelfTitle')}
      text={isSearch ? t('none.searchText') : t('none.shelfText')}
      action={
        isSearch && (
          <Button variant="secondary" onClick={onClear}>
            {t('none.clear')}
          </Button>
        )
      }
    />
  );
}

export const ShelvesSkeleton = () => <SkeletonCards count={4} className={gridStyles} />;

/** Drafts that only this browser has. */
interface LocalDrafts {
  /** A story that was begun and never created; its title may be empty. */
  unsent: { title: string } | null;
  /** Ids from the draft keys, among them those of itineraries with unsaved text. */
  unsavedIds: ReadonlySet<string>;
  discardUnsent: () => void;
}

const listen = (listener: () => void): (() => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

/** Drafts of the signed-in user, including those that another tab writes. */
function useLocalDrafts(): LocalDrafts {
  const { person } = useAuth();
  const drafts = useMemo(() => ownDrafts(person), [person]);
  // One string is the snapshot, because React compares snapshots by identity.
  const look = useCallback((): string => JSON.stringify({ entities: drafts.list(), unsent: newStoryDraftTitle(drafts) }), [drafts]);
  const snapshot = useSyncExternalStore(listen, look);
  return useMemo(() => {
    const { entities, unsent } = JSON.parse(snapshot) as { entities: string[]; unsent: string | null }; // written by `look`
    return {
      unsent: unsent === null ? null : { title: unsent },
      unsavedIds: new Set(entities.map((entity) => entity.split('.')[1]).filter((id) => id !== undefined)),
      discardUnsent: () => {
        drafts.remove(newStoryDraftKey);
        // The browser fires `storage` events in other tabs only.
        dispatchEvent(new StorageEvent('storage'));
      },
    };
  }, [snapshot, drafts]);
}
