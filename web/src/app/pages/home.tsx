import { lazy } from 'react';
import { HomePage } from '../../features/home/home-page.tsx';

const PlaceSheet = lazy(() => import('../../features/place/place-sheet.tsx').then((module) => ({ default: module.PlaceSheet })));

/** The map of stories, with the sheet of a place over it. */
export const Home = () => <HomePage placeSheet={PlaceSheet} />;
