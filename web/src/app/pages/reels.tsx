import { lazy } from 'react';
import { ReelsPage } from '../../features/reels/reels-page.tsx';

// Nobody needs them before they are opened.
const Comments = lazy(() => import('../../features/story/comments/comments.tsx').then((module) => ({ default: module.Comments })));

/** Stories one after the other, with their comments over them. */
export const Reels = () => <ReelsPage comments={Comments} />;
