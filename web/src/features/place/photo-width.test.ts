import { describe, expect, test } from 'vitest';
import { photoAtWidth } from './photo-width.ts';

describe('a picture in a smaller size', () => {
  test('is asked for where the server keeps sizes, and only there', () => {
    expect(photoAtWidth('/photos/city-day-landscape-84-1200.webp', 640)).toBe('/photos/city-day-landscape-84-640.webp');
    expect(photoAtWidth('https://images.unsplash.com/photos/a-1200.webp', 640)).toBe('https://images.unsplash.com/photos/a-1200.webp');
    expect(photoAtWidth('/flags/IT.svg', 240)).toBe('/flags/IT.svg');
    expect(photoAtWidth('/media/0190/a.webp', 240)).toBe('/media/0190/a.webp?w=320');
    expect(photoAtWidth('/media/0190/a.webp?w=1280', 640)).toBe('/media/0190/a.webp?w=640');
    expect(photoAtWidth(null, 240)).toBeNull();
  });
});
