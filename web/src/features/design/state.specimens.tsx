import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Progress } from '@waystory/ui/progress.tsx';
import { Skeleton, SkeletonCard, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { Compass } from 'lucide-react';
import { Specimen, Specimens } from './specimen.tsx';

const nothing = (): void => undefined;

export function StateSpecimens() {
  return (
    <Specimens title="Waiting, empty, gone wrong">
      <div className="grid gap-3">
        <Banner title="New day, new map" text="Deeper zooms are being prepared." onDismiss={nothing} />
        <Banner tone="offline" title="You are offline" text="What you write is kept here and sent when the connection is back." />
        <Banner
          tone="conflict"
          title="Someone else changed this day"
          text="Your version and theirs differ in two stops."
          actions={
            <>
              <Button size="sm">Keep mine</Button>
              <Button size="sm" variant="secondary">
                Take theirs
              </Button>
            </>
          }
        />
      </div>
      <div className="grid items-start gap-8 @4xl:grid-cols-2">
        <Card padding="none">
          <EmptyState
            headingLevel={3}
            icon={<Compass />}
            title="No stories here yet"
            text="Move the map, or be the first to write about this place."
            action={<Button>Create a story</Button>}
          />
        </Card>
        <Card padding="none">
          <ErrorState
            headingLevel={3}
            title="The story did not load"
            text="The connection may be slow. Nothing you wrote is lost."
            onRetry={nothing}
          />
        </Card>
        <Specimen name="Skeletons" wide>
          <SkeletonGroup className="grid grid-cols-2 gap-5">
            <SkeletonCard />
            <div className="flex flex-col gap-4">
              <Skeleton className="h-12" />
              <SkeletonText lines={4} />
            </div>
          </SkeletonGroup>
        </Specimen>
        <div className="flex flex-col gap-8">
          <Specimen name="Spinners">
            <Spinner size="sm" />
            <Spinner />
            <Spinner size="lg" className="text-accent-text" />
          </Specimen>
          <Specimen name="Progress" wide>
            <div className="flex flex-col gap-5">
              <Progress label="Preparing the map" value={5} max={8} note="5 of 8" />
              <Progress label="Uploading" value={null} />
            </div>
          </Specimen>
        </div>
      </div>
    </Specimens>
  );
}
