import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';

const merge = createTailwindMerge(() => classGroups);

/** Joins class names; of two for the same property the later stays. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes));

type Config = ReturnType<Parameters<typeof createTailwindMerge>[0]>;

const any = (): boolean => true;
const isNumber = (value: string): boolean => /^\d+(\.\d+)?$/.test(value);
/** An arbitrary length such as `[0.9375rem]`; other brackets are colours and pictures. */
const isLength = (value: string): boolean => /^\[(length:|[\d.]|(calc|clamp|min|max)\()/.test(value);
const isPicture = (value: string): boolean => /^\[(url|[a-z-]+-gradient)\(/.test(value);
const widths = ['', isNumber, isLength];
/** Properties with any value, such as `p-4`. */
const plain = (names: string): Record<string, [Record<string, [() => boolean]>]> =>
  Object.fromEntries(names.split(' ').map((name) => [name, [{ [name]: [any] }]]));

/** Names of theme.css, and the standard names of Tailwind. */
const textSizes = [...'display title heading subheading body small caption xs sm base lg xl 2xl 3xl 4xl'.split(' '), isLength];

/**
 * Groups of used classes that set the same property. Tailwind's table is three times as large.
 * A missing class is never replaced; a test compares all used classes with the full table.
 */
const classGroups: Config = {
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...plain('m mx my mt mr mb ml p px py pt pr pb pl'),
    ...plain('size w h min-w min-h max-w max-h basis gap gap-x gap-y space-x space-y columns'),
    ...plain('inset inset-x inset-y top right bottom left z order translate-x translate-y scale scale-x scale-y'),
    ...plain('rotate origin opacity leading tracking aspect cursor duration delay ease animate object line-clamp'),
    resize: [{ resize: ['', any] }],
    ...plain('grid-cols grid-rows col-start row-start items self justify-items justify-self place-items place-content'),
    ...plain('align list pointer-events select whitespace touch from via to fill underline-offset outline-offset'),
    ...plain('overscroll overscroll-x overscroll-y scroll-m scroll-mx scroll-my scroll-mt scroll-mb scroll-px scroll-py'),
    display: ['block', 'contents', 'flex', 'flow-root', 'grid', 'hidden', 'inline', 'inline-block', 'inline-flex', 'inline-grid', 'table'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    srOnly: ['sr-only', 'not-sr-only'],
    flex: [{ flex: [isNumber, 'auto', 'initial', 'none'] }],
    flexDirection: [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    flexWrap: [{ flex: ['wrap', 'nowrap', 'wrap-reverse'] }],
    shrink: [{ shrink: ['', isNumber] }],
    grow: [{ grow: ['', isNumber] }],
    column: [{ col: ['auto', { span: [any] }] }],
    row: [{ row: ['auto', { span: [any] }] }],
    justify: [{ justify: ['normal', 'start', 'end', 'center', 'between', 'around', 'evenly', 'stretch'] }],
    overflow: [{ overflow: ['auto', 'hidden', 'clip', 'visible', 'scroll'] }],
    overflowX: [{ 'overflow-x': [any] }],
    overflowY: [{ 'overflow-y': [any] }],
    textOverflow: ['truncate', 'text-ellipsis', 'text-clip'],
    textSize: [{ text: textSizes }],
    textAlign: [{ text: ['left', 'center', 'right', 'justify', 'start', 'end'] }],
    textWrap: [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
    textColor: [{ text: [any] }],
    fontFamily: [{ font: ['sans', 'serif', 'mono'] }],
    fontWeight: [{ font: ['light', 'normal', 'medium', 'semibold', 'bold', 'extrabold', isNumber] }],
    fontStyle: ['italic', 'not-italic'],
    textTransform: ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
    textDecoration: ['underline', 'overline', 'line-through', 'no-underline'],
    decorationWidth: [{ decoration: ['auto', isNumber, isLength] }],
    decorationColor: [{ decoration: [any] }],
    backgroundImage: [{ bg: ['none', isPicture, { linear: [any], radial: [any] }] }],
    backgroundSize: [{ bg: ['auto', 'cover', 'contain', isLength] }],
    backgroundColor: [{ bg: [any] }],
    border: [{ border: widths }],
    borderX: [{ 'border-x': widths }],
    borderY: [{ 'border-y': widths }],
    borderTop: [{ 'border-t': widths }],
    borderRight: [{ 'border-r': widths }],
    borderBottom: [{ 'border-b': widths }],
    borderLeft: [{ 'border-l': widths }],
    borderStyle: [{ border: ['solid', 'dashed', 'dotted', 'double', 'none'] }],
    borderColor: [{ border: [any] }],
    rounded: [{ rounded: ['', any] }],
    roundedTop: [{ 'rounded-t': ['', any] }],
    roundedBottom: [{ 'rounded-b': ['', any] }],
    roundedBottomRight: [{ 'rounded-br': ['', any] }],
    shadow: [{ shadow: ['', any] }],
    ring: [{ ring: widths }],
    ringColor: [{ ring: [any] }],
    ringOffset: [{ 'ring-offset': [isNumber, isLength] }],
    ringOffsetColor: [{ 'ring-offset': [any] }],
    outlineStyle: [{ outline: ['none', 'hidden', 'solid', 'dashed'] }],
    outlineWidth: [{ outline: widths }],
    backdropBlur: [{ 'backdrop-blur': ['', any] }],
    transition: [{ transition: ['', any] }],
  },
  conflictingClassGroups: {
    m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
    mx: ['mr', 'ml'],
    my: ['mt', 'mb'],
    p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    size: ['w', 'h'],
    gap: ['gap-x', 'gap-y'],
    inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
    'inset-x': ['right', 'left'],
    'inset-y': ['top', 'bottom'],
    flex: ['basis', 'grow', 'shrink'],
    overflow: ['overflowX', 'overflowY'],
    overscroll: ['overscroll-x', 'overscroll-y'],
    'scroll-m': ['scroll-mx', 'scroll-my', 'scroll-mt', 'scroll-mb'],
    'scroll-my': ['scroll-mt', 'scroll-mb'],
    'line-clamp': ['display', 'overflow'],
    textSize: ['leading'],
    border: ['borderX', 'borderY', 'borderTop', 'borderRight', 'borderBottom', 'borderLeft'],
    borderX: ['borderLeft', 'borderRight'],
    borderY: ['borderTop', 'borderBottom'],
    rounded: ['roundedTop', 'roundedBottom', 'roundedBottomRight'],
    roundedBottom: ['roundedBottomRight'],
  },
  conflictingClassGroupModifiers: { textSize: ['leading'] },
  orderSensitiveModifiers: ['before', 'after', '*', '**', 'first-letter', 'first-line', 'marker', 'selection', 'placeholder', 'file', 'backdrop'],
};
