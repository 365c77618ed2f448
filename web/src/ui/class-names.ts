import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** Without these it would take our sizes for colours, and drop one of the two. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['display', 'title', 'heading', 'subheading', 'body', 'small', 'caption'],
      radius: ['control', 'card', 'photo', 'sheet'],
      shadow: ['lift', 'float', 'overlay'],
      spacing: ['sidebar', 'sidebar-mobile', 'rail'],
    },
    classGroups: { z: [{ z: ['map', 'strip', 'bar', 'rail', 'banner', 'overlay', 'dialog', 'popover', 'tooltip', 'toast'] }] },
  },
});

/** Joins class names; of two that set the same property the later one stays. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes));
