import { ScaleControl } from 'react-map-gl/maplibre';
import { usesMilesOf } from '../lib/measures.ts';
import { useReader } from '../lib/use-reader.ts';

/** Longest bar, pixels. */
const longest = 90;

/** Scale bar in the reader's units. */
export const ScaleBar = () => <ScaleControl unit={usesMilesOf(useReader()) ? 'imperial' : 'metric'} maxWidth={longest} position="bottom-left" />;
