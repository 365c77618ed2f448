import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';
import { classGroups } from './class-groups.ts';

const merge = createTailwindMerge(() => classGroups);

/** Joins class names; of two for the same property the later stays. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes));
