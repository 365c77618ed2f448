import { Avatar as Radix } from 'radix-ui';
import { cn } from './class-names.ts';

const sizes = {
  xs: 'size-6 text-[0.625rem]',
  sm: 'size-8 text-caption',
  md: 'size-10 text-small',
  lg: 'size-14 text-subheading',
  xl: 'size-24 text-title',
} as const;

/** Background colours with enough contrast for white letters in both themes. */
const inks = ['bg-[#a83a48]', 'bg-[#0e6069]', 'bg-[#47588f]', 'bg-[#7a4f8c]', 'bg-[#8a5a1c]', 'bg-[#3e6b45]'] as const;

export interface AvatarProps {
  name: string;
  src?: string | null;
  size?: keyof typeof sizes;
  className?: string;
}

/** First letters of the first and last word; `?` without any. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return (
    letters
      .map((word) => [...(word ?? '')].slice(0, 1).join(''))
      .join('')
      .toLocaleUpperCase() || '?'
  );
}

/** Background colour, derived from the name, so that a user has the same colour everywhere. */
const inkOf = (name: string): string => inks[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % inks.length] ?? inks[0];

/** Picture or initials of a user. It is hidden from screen readers, so the name must be beside it or in the surrounding label. */
export function Avatar({ name, src, size = 'md', className }: AvatarProps) {
  return (
    <Radix.Root
      aria-hidden="true"
      className={cn('inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full', sizes[size], inkOf(name), className)}
    >
      {src && <Radix.Image src={src} alt="" className="size-full object-cover" />}
      <Radix.Fallback className="font-bold text-white">{initialsOf(name)}</Radix.Fallback>
    </Radix.Root>
  );
}
