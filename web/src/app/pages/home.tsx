import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { HomePage } from '../../features/home/home-page.tsx';

const PlaceSheet = lazyPart(async () => (await import('../../features/place/place-sheet.tsx')).PlaceSheet, 'nothing');

/** The map of stories, with the sheet of a place over it. */
export const Home = () => <HomePage placeSheet={PlaceSheet} />;
