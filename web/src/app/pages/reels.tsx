import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { ReelsPage } from '../../features/reels/reels-page.tsx';

// Nobody needs them before they are opened.
const Comments = lazyPart(async () => (await import('../../features/story/comments/comments.tsx')).Comments);

/** Stories one after the other, with their comments over them. */
export const Reels = () => <ReelsPage comments={Comments} />;
