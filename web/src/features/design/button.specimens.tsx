import { Button } from '@waystory/ui/button.tsx';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { Kbd } from '@waystory/ui/kbd.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { SegmentedControl } from '@waystory/ui/segmented-control.tsx';
import { Heart, Layers, LocateFixed, Map as MapIcon, Plus, Satellite, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Specimen, Specimens } from './specimen.tsx';

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
          <IconButton label="Like this story">
            <Heart aria-hidden="true" />
          </IconButton>
          <IconButton label="Delete the stop" variant="danger" size="sm">
            <Trash2 aria-hidden="true" />
          </IconButton>
          <IconButton label="Show my position" variant="floating" size="lg">
            <LocateFixed aria-hidden="true" />
          </IconButton>
        </Specimen>
        <Specimen name="Link that looks like a button, and keys">
          <LinkButton href="#design" variant="secondary" icon={<MapIcon aria-hidden="true" />}>
            View on map
          </LinkButton>
          <Kbd>Ctrl</Kbd>
          <Kbd>B</Kbd>
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
