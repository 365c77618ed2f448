import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { HomePage } from '../../features/home/home-page.tsx';

const PlaceSheet = lazyPart(async () => (await import('../../features/place/place-sheet.tsx')).PlaceSheet, 'nothing');

/** Map of stories, with the place sheet over it. */
export const Home = () => <HomePage placeSheet={PlaceSheet} />;
