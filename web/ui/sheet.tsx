import type { ReactNode } from 'react';
import { BottomSheet } from './bottom-sheet.tsx';
import { useIsDesktop } from './media-query.ts';
import { SidePanel } from './side-panel.tsx';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Stays in view under the content. */
  footer?: ReactNode;
  /** Heights at which it rests on mobile, as shares of the screen, lowest first. */
  snapPoints?: readonly number[];
  /** Whether what is behind it is veiled and out of reach. */
  modal?: boolean;
  children: ReactNode;
}

/** Comes from the bottom on mobile and from the right on desktop. */
export const Sheet = (props: SheetProps) => (useIsDesktop() ? <SidePanel {...props} /> : <BottomSheet {...props} />);
