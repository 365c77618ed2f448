import { useQuery } from '@tanstack/react-query';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../account/account.query.ts';
import { ownItineraries } from '../itinerary/own-itineraries.query.ts';
import { TripFields } from './trip-fields.tsx';
import type { TripStop } from './trip-stop.ts';
import { useTripForm } from './use-trip-form.ts';

export interface TripDialogProps {
  stop: TripStop;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Which of one's trips a stop goes into. */
export function TripDialog({ stop, open, onOpenChange }: TripDialogProps) {
  const { t } = useTranslation('trip');
  const account = useAccount();
  const accountId = account.data?.id ?? '';
  const own = useQuery({ ...ownItineraries(accountId), enabled: accountId !== '' });
  // A list from before the dialog opened may lack newer trips.
  const isKnown = own.isFetchedAfterMount || !own.isFetching;
  const trips = isKnown ? own.data?.filter(({ binnedAt }) => binnedAt === null) : undefined;
  const form = useTripForm(stop, trips, () => onOpenChange(false));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { title: stop.title })}
      description={t('text')}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="trip" disabled={!trips} loading={form.isPending}>
            {t('add')}
          </Button>
        </>
      }
    >
      {trips ? (
        <form
          id="trip"
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void form.send();
          }}
        >
          <TripFields trips={trips} form={form} />
        </form>
      ) : own.isError || account.isError ? (
        <ErrorState
          headingLevel={3}
          title={t('unread')}
          retrying={own.isFetching || account.isFetching}
          onRetry={() => void (account.isError ? account.refetch() : own.refetch())}
        />
      ) : (
        <SkeletonGroup className="flex flex-col gap-5">
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
