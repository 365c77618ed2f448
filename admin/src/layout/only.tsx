import type { Access } from '@waystory/proto/kit/access.ts';
import type { ReactNode } from 'react';
import { reachOf } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';
import { NotAllowed } from './not-allowed.tsx';

/** A page for those whose role reaches as far. */
export const Only = ({ access, children }: { access: Access; children: ReactNode }) =>
  reachOf(access, currentRole()) === 'none' ? <NotAllowed /> : children;
