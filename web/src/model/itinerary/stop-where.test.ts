import { expect, test } from 'vitest';
import { stopLocationText } from './stop-where.ts';

const lisbon = { addressCity: 'Lisbon', addressCountry: 'Portugal' };

test.each([
  [{ title: 'Belém Tower', placeName: 'Belém Tower', ...lisbon }, 'Lisbon, Portugal'],
  [{ title: 'Sunset', placeName: 'Miradouro da Graça', ...lisbon }, 'Miradouro da Graça, Lisbon'],
  [{ title: 'Sunset', placeName: 'Sahara', addressCity: null, addressCountry: 'Morocco' }, 'Sahara, Morocco'],
  [{ title: 'Where we met', placeName: 'Near Lisbon, Portugal', ...lisbon }, 'Near Lisbon, Portugal'],
  [{ title: 'Monaco', placeName: 'monaco ', addressCity: 'Monaco', addressCountry: 'Monaco' }, 'Monaco'],
  [{ title: 'Somewhere', placeName: 'Somewhere', addressCity: null, addressCountry: null }, null],
])('%o', (stop, where) => expect(stopLocationText(stop)).toBe(where));
