// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Image } from './image.tsx';

/** IntersectionObserver of the test: no element intersects the viewport before `comeNear` is called. */
class Viewport implements IntersectionObserver {
  static all: Viewport[] = [];
  readonly root = null;
  readonly rootMargin: string;
  readonly scrollMargin = '0px';
  readonly thresholds: readonly number[];
  readonly #changed: IntersectionObserverCallback;
  isWatching = true;
  constructor(changed: IntersectionObserverCallback, { rootMargin = '0px', threshold = 0 }: IntersectionObserverInit = {}) {
    this.#changed = changed;
    this.rootMargin = rootMargin;
    this.thresholds = [threshold].flat();
    Viewport.all.push(this);
  }
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {
    this.isWatching = false;
  }
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
  comeNear(): void {
    // as: only this field is read
    act(() => this.#changed([{ isIntersecting: true } as IntersectionObserverEntry], this));
  }
}

beforeEach(() => {
  Viewport.all = [];
  vi.stubGlobal('IntersectionObserver', Viewport);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const stateOf = (container: HTMLElement): string | null | undefined => container.querySelector('[data-state]')?.getAttribute('data-state');
const spinnerOf = (container: HTMLElement): Element | null => container.querySelector('.animate-travel');
const imageOf = (container: HTMLElement): HTMLImageElement => {
  const image = container.querySelector('img');
  if (!image) throw new Error('There is no image');
  return image;
};

describe('Lazy image', () => {
  test('loads when a tenth of its area is within 50 px of the viewport', () => {
    const { container } = render(<Image src="/photos/a.webp" alt="Harbour" width={4} height={3} />);
    const [viewport] = Viewport.all;
    expect([viewport?.rootMargin, viewport?.thresholds]).toEqual(['50px', [0.1]]);
    expect(container.querySelector('img')).toBeNull();
    expect(spinnerOf(container)).toBeTruthy();
    viewport?.comeNear();
    expect(imageOf(container).getAttribute('src')).toBe('/photos/a.webp');
    expect(viewport?.isWatching).toBe(false);
  });

  test('shows a spinner until loaded', () => {
    const loaded = vi.fn();
    const { container } = render(<Image src="/photos/a.webp" alt="Harbour" onLoad={loaded} illustration />);
    Viewport.all[0]?.comeNear();
    expect([stateOf(container), Boolean(spinnerOf(container)), screen.queryByText('Illustration')]).toEqual(['loading', true, null]);
    fireEvent.load(imageOf(container));
    expect([stateOf(container), spinnerOf(container)]).toEqual(['loaded', null]);
    expect(screen.getByText('Illustration')).toBeTruthy();
    expect(loaded).toHaveBeenCalledOnce();
  });
});

test('Image with priority loads at once, with fetchpriority high', () => {
  const { container } = render(<Image src="/photos/a.webp" alt="Harbour" priority />);
  const image = imageOf(container);
  expect([image.getAttribute('loading'), image.getAttribute('fetchpriority')]).toEqual(['eager', 'high']);
  expect(Viewport.all).toEqual([]);
});

describe('Image fallback', () => {
  test('shows an icon with the description after a failure', () => {
    const { container } = render(<Image src="/photos/a.webp" alt="Harbour" priority />);
    fireEvent.error(imageOf(container));
    expect([stateOf(container), container.querySelector('img')]).toEqual(['failed', null]);
    expect(screen.getByText('Harbour (Image not available)')).toBeTruthy();
  });

  test.each([null, undefined, ''])('shows an icon for the source %j', (src) => {
    const { container } = render(<Image src={src} alt="" priority />);
    expect([stateOf(container), container.querySelector('img')]).toEqual(['failed', null]);
    expect(container.querySelector('svg')).toBeTruthy();
  });

  test('is replaced by the picture when the source changes', () => {
    const { container, rerender } = render(<Image src="/photos/a.webp" alt="Harbour" priority />);
    fireEvent.error(imageOf(container));
    rerender(<Image src="/photos/b.webp" alt="Harbour" priority />);
    expect([stateOf(container), imageOf(container).getAttribute('src')]).toEqual(['loading', '/photos/b.webp']);
  });
});

test('Image has the aspect ratio of the file before it loads', () => {
  const { container } = render(<Image src="/photos/a.webp" alt="" width={1200} height={800} />);
  expect(container.querySelector<HTMLElement>('[data-state]')?.style.aspectRatio).toBe('1200 / 800');
});

describe('Image credit', () => {
  const credit = { author: 'Ana', authorUrl: 'https://example.org/ana', source: 'Photos', sourceUrl: 'https://example.org' };
  test('links author and source', () => {
    const { container } = render(<Image src="/photos/a.webp" alt="Harbour" priority credit={credit} />);
    fireEvent.load(imageOf(container));
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Photo: Ana', 'https://example.org/ana'],
      ['Photos', 'https://example.org'],
    ]);
  });

  test('is clickable on a card that is a link', () => {
    const { container } = render(<Image src="/photos/a.webp" alt="Harbour" priority credit={credit} underLink />);
    fireEvent.load(imageOf(container));
    expect(container.querySelector('[data-state]')?.className).toContain('pointer-events-none');
    for (const link of screen.getAllByRole('link')) expect(link.className).toContain('pointer-events-auto');
  });
});

test.each([
  ['https://images.unsplash.com/photo-1?w=400', undefined, 'https://images.unsplash.com/photo-1?w=400&q=85'],
  ['https://images.unsplash.com/photo-1?q=10', 60, 'https://images.unsplash.com/photo-1?q=60'],
  ['https://example.org/photo.jpg', undefined, 'https://example.org/photo.jpg'],
  ['/photos/a.webp', 60, '/photos/a.webp'],
])('Image %s in quality %j is requested as %s', (src, quality, address) => {
  const { container } = render(<Image src={src} alt="" priority quality={quality} />);
  expect(imageOf(container).getAttribute('src')).toBe(address);
});
