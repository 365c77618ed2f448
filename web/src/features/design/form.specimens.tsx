import { Badge } from '@waystory/ui/badge.tsx';
import { Button, IconButton, LinkButton } from '@waystory/ui/button.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { Field, Input, Textarea } from '@waystory/ui/field.tsx';
import { RadioCards } from '@waystory/ui/radio-cards.tsx';
import { SegmentedControl } from '@waystory/ui/segmented-control.tsx';
import { Select } from '@waystory/ui/select.tsx';
import { Globe2, Heart, Layers, LocateFixed, Lock, Map as MapIcon, Plus, Satellite, Search, Share2, Sparkles, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Specimen, Specimens } from './specimen.tsx';

const visibilities = [
  { value: 'PUBLIC', title: 'Public', text: 'On the map and in search', icon: <Globe2 aria-hidden="true" /> },
  { value: 'PRIVATE', title: 'Private', text: 'Only you can see it', icon: <Lock aria-hidden="true" /> },
  {
    value: 'ASSISTED',
    title: 'Write with the assistant',
    text: 'Say where and how long',
    icon: <Sparkles aria-hidden="true" />,
    note: <Badge tone="outline">Coming soon</Badge>,
    disabled: true,
  },
] as const;
type Visibility = (typeof visibilities)[number]['value'];

export function FormSpecimens() {
  const [visibility, setVisibility] = useState<Visibility>('PUBLIC');
  return (
    <Specimens title="Writing">
      <div className="grid items-start gap-x-8 gap-y-7 @4xl:grid-cols-2">
        <Field label="Title" required hint="What a friend would call this trip.">
          <Input placeholder="Nine days down the Douro" />
        </Field>
        <Field label="User name" error="Username must be at least 3 characters">
          <Input defaultValue="ma" />
        </Field>
        <Field label="Place" hideLabel>
          <Input type="search" placeholder="Search a place" leading={<Search aria-hidden="true" />} />
        </Field>
        <Field label="Country">
          <Select
            defaultValue="pt"
            options={[
              { value: 'pt', label: 'Portugal', note: '24 stories' },
              { value: 'es', label: 'Spain', note: '31 stories' },
              { value: 'aq', label: 'Antarctica', disabled: true },
            ]}
          />
        </Field>
        <Field label="About me" optional>
          <Textarea max={500} defaultValue="I walk more than I ride, and write down what the maps leave out." />
        </Field>
        <Field label="E-mail">
          <Input disabled defaultValue="marta@example.org" />
        </Field>
        <Specimen name="Radio cards" wide>
          <RadioCards label="Who can see it" cards={visibilities} value={visibility} onValueChange={setVisibility} />
        </Specimen>
        <div className="flex flex-col gap-5">
          <Specimen name="Checkbox" wide>
            <div className="flex flex-col gap-4">
              <Checkbox label="It has a cover" defaultChecked />
              <Checkbox label="It has a stop" description="At least one that you accepted" />
              <Checkbox label="Some of the days" checked="indeterminate" />
              <Checkbox label="Not yours to change" disabled />
            </div>
          </Specimen>
        </div>
      </div>
    </Specimens>
  );
}

const variants = ['primary', 'secondary', 'quiet', 'danger', 'floating'] as const;
const sizes = ['sm', 'md', 'lg'] as const;
const names = { primary: 'Publish story', secondary: 'Save draft', quiet: 'Cancel', danger: 'Delete', floating: 'Satellite' } as const;

export function ButtonSpecimens() {
  const [map, setMap] = useState<'satellite' | 'streets'>('streets');
  return (
    <Specimens title="Buttons">
      <div className="grid gap-8 @4xl:grid-cols-2">
        <Specimen name="Variants">
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {names[variant]}
            </Button>
          ))}
        </Specimen>
        <Specimen name="Sizes">
          {sizes.map((size) => (
            <Button key={size} size={size} icon={<Plus aria-hidden="true" />}>
              Create
            </Button>
          ))}
        </Specimen>
        <Specimen name="Loading">
          <Button loading>Saving</Button>
          <Button loading variant="secondary" icon={<Share2 aria-hidden="true" />}>
            Sharing
          </Button>
        </Specimen>
        <Specimen name="Disabled">
          {variants.map((variant) => (
            <Button key={variant} variant={variant} disabled>
              {names[variant]}
            </Button>
          ))}
        </Specimen>
        <Specimen name="Icon buttons">
          <IconButton icon={<Heart />} label="Like this story" />
          <IconButton icon={<Trash2 />} label="Delete the stop" variant="danger" size="sm" />
          <IconButton icon={<LocateFixed />} label="Show my position" variant="floating" size="lg" />
        </Specimen>
        <Specimen name="Link that looks like a button">
          <LinkButton href="#design" variant="secondary" icon={<MapIcon aria-hidden="true" />}>
            View on map
          </LinkButton>
        </Specimen>
        <Specimen name="Segmented control">
          <SegmentedControl
            label="Map"
            floating
            value={map}
            onValueChange={setMap}
            segments={[
              { value: 'streets', label: 'Streets', icon: <Layers aria-hidden="true" /> },
              { value: 'satellite', label: 'Satellite', icon: <Satellite aria-hidden="true" /> },
            ]}
          />
          <SegmentedControl
            label="Map, small"
            size="sm"
            value={map}
            onValueChange={setMap}
            segments={[
              { value: 'streets', label: 'Streets' },
              { value: 'satellite', label: 'Satellite' },
            ]}
          />
        </Specimen>
      </div>
    </Specimens>
  );
}
