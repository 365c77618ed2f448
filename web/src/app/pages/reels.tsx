import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { ReelsPage } from '../../features/reels/reels-page.tsx';

// Loaded on first opening.
const Comments = lazyPart(async () => (await import('../../features/story/comments/comments.tsx')).Comments);

/** Stories in sequence, with their comments over them. */
export const Reels = () => <ReelsPage comments={Comments} />;
