import { useAuth } from './use-auth.ts';

/** True for moderators and admins. */
export const useIsModerator = (): boolean => (useAuth().person?.roles.length ?? 0) > 0;
