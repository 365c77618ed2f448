import { Avatar } from '@waystory/ui/avatar.tsx';
import { Badge } from '@waystory/ui/badge.tsx';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { Progress } from '@waystory/ui/progress.tsx';
import { Skeleton, SkeletonCard, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { Stat, StatList } from '@waystory/ui/stat.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@waystory/ui/tabs.tsx';
import { Compass, Heart } from 'lucide-react';
import { Specimen, Specimens } from './specimen.tsx';

interface Palette {
  sky: readonly [string, string];
  sun: string;
  ridges: readonly [string, string, string];
}

/** Hills at some time of day, as a picture that needs no server. */
function scene({ sky: [high, low], sun, ridges: [far, middle, near] }: Palette): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="400" height="300" fill="url(#s)"/><circle cx="286" cy="112" r="30" fill="${sun}"/><path d="M0 190 70 140l48 36 62-70 74 82 60-40 86 60v102H0z" fill="${far}"/><path d="M0 224c60-34 116-40 178-12s130 18 222-22v110H0z" fill="${middle}"/><path d="M0 262c80-32 150-8 220 4s130-14 180-24v58H0z" fill="${near}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const dawn = scene({ sky: ['#f6b79a', '#fde7cf'], sun: '#fff4de', ridges: ['#c98d86', '#8f6a78', '#50425a'] });
const noon = scene({ sky: ['#7db9d8', '#dcecec'], sun: '#fffbe8', ridges: ['#7fa3a4', '#4f8079', '#2d5a55'] });
const night = scene({ sky: ['#16233f', '#3f4f7c'], sun: '#f4ead2', ridges: ['#2c3a62', '#1f2a4b', '#121a32'] });

const tones = ['neutral', 'outline', 'accent', 'teal', 'success', 'warning', 'danger', 'photo'] as const;
const credit = { author: 'Ana Ribeiro', authorUrl: 'https://example.org/ana', source: 'Example Photos', sourceUrl: 'https://example.org' };

export function ContentSpecimens() {
  return (
    <Specimens title="Stories">
      <div className="grid gap-6 sm:grid-cols-2 @4xl:grid-cols-4">
        <Specimen name="Photo with credit" wide>
          <Image src={dawn} alt="Hills at dawn" ratio="4 / 3" credit={credit} className="rounded-photo" />
        </Specimen>
        <Specimen name="Illustration, first screen" wide>
          <Image src={noon} alt="Hills at noon" ratio="4 / 3" priority illustration className="rounded-photo" />
        </Specimen>
        <Specimen name="Failed" wide>
          <Image src="/nothing/here.webp" alt="Harbour" ratio="4 / 3" className="rounded-photo" />
        </Specimen>
        <Specimen name="None" wide>
          <Image src={null} alt="" ratio="4 / 3" className="rounded-photo" />
        </Specimen>
      </div>
      <div className="grid items-start gap-8 @4xl:grid-cols-2">
        <div className="flex flex-col gap-8">
          <Specimen name="Card" wide>
            <StoryCard />
          </Specimen>
          <Specimen name="Badges">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </Specimen>
          <Specimen name="Avatars">
            {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
              <Avatar key={size} name={`marta ${size}`} size={size} />
            ))}
            <Avatar name="haruki" src={night} size="lg" />
          </Specimen>
          <Specimen name="Stats" wide>
            <StatList>
              <Stat value="12" label="photos" />
              <Stat value="5" label="itineraries" />
              <Stat value="1,204" label="likes" icon={<Heart aria-hidden="true" />} />
            </StatList>
          </Specimen>
        </div>
        <Specimen name="Tabs" wide>
          <DayTabs />
        </Specimen>
      </div>
    </Specimens>
  );
}

function StoryCard() {
  return (
    <Card asChild interactive padding="none">
      <a href="#design">
        <div className="relative">
          <Image src={night} alt="" ratio="16 / 9" />
          <div aria-hidden="true" className="photo-scrim absolute inset-x-0 bottom-0 h-3/4" />
          <div className="absolute inset-x-5 bottom-4 text-white">
            <p className="text-heading">Ring road in winter</p>
            <p className="mt-1 text-small">8 days, 31 stops</p>
          </div>
        </div>
        <div className="flex items-center gap-3 p-4 text-small">
          <Avatar name="sigrun" size="sm" />
          <span className="font-semibold">sigrun</span>
          <span className="ml-auto flex items-center gap-1.5 text-muted">
            <Heart aria-hidden="true" className="size-4" />
            453
          </span>
        </div>
      </a>
    </Card>
  );
}

function DayTabs() {
  return (
    <Tabs defaultValue="one">
      <TabList aria-label="Days">
        <Tab value="one" count={3}>
          Day 1
        </Tab>
        <Tab value="two" count={0}>
          Day 2
        </Tab>
        <Tab value="three" disabled>
          Day 3
        </Tab>
      </TabList>
      <TabPanel value="one">The square opens to the river, and the day begins with a coffee under the arches.</TabPanel>
      <TabPanel value="two">Nothing yet.</TabPanel>
    </Tabs>
  );
}

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
