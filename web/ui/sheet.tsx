import type { ReactNode } from 'react';
import { BottomSheet } from './bottom-sheet.tsx';
import { useIsDesktop } from './media-query.ts';
import { SidePanel } from './side-panel.tsx';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Stays visible under the content. */
  footer?: ReactNode;
  /** Snap points on mobile, as shares of the screen, lowest first. */
  snapPoints?: readonly number[];
  /** Veils and blocks the page behind it. */
  modal?: boolean;
  children: ReactNode;
}

/** Comes from the bottom on mobile and from the right on desktop. */
export const Sheet = (props: SheetProps) => (useIsDesktop() ? <SidePanel {...props} /> : <BottomSheet {...props} />);
