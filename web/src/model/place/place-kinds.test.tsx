// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import en from '../../../public/locales/en/place.json' with { type: 'json' };
import { usePlaceKinds } from './place-kinds.ts';

beforeAll(async () => {
  const resources = { en: { place: en }, de: { place: { kinds: { bridge: 'Brücke', place: 'Stadt oder Dorf' } } } };
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } });
});

const kinds = () => renderHook(() => usePlaceKinds()).result.current;

test('Kind of a place is its first category, else its feature type, in the language of the reader', async () => {
  const bridge = { poiCategories: ['bridge', 'landmark'], featureType: 'poi' };
  const town = { poiCategories: [], featureType: 'place' };
  expect([kinds().kindOf(bridge), kinds().kindOf(town)]).toEqual(['Bridge', 'Town or city']);
  await i18next.changeLanguage('de');
  expect([kinds().kindOf(bridge), kinds().kindOf(town)]).toEqual(['Brücke', 'Stadt oder Dorf']);
  await i18next.changeLanguage('en');
});

test('Kind without a translation stays as given, and a point without a category has none', () => {
  expect(kinds().kindOf({ poiCategories: ['hot spring: onsen'], featureType: 'poi' })).toBe('hot spring: onsen');
  expect(kinds().wordOf('onsen')).toBe('onsen');
  for (const featureType of ['poi', null]) expect(kinds().kindOf({ poiCategories: [], featureType })).toBeNull();
});
