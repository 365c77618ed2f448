import { useAuth } from './use-auth.ts';

/** Whether to offer what moderators may do; admins may as well. */
export const useIsModerator = (): boolean => (useAuth().person?.roles.length ?? 0) > 0;
