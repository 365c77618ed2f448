import { newId } from '@waystory/infra/identifier.ts';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import type { Image } from '@waystory/proto/media/image.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';

let product: TestProduct;
let ada: Person;
let country: Country;
let image: Image;
beforeAll(async () => {
  product = await testProduct();
  const admin = product.person('root', 'admin');
  ada = product.person('ada');
  await ada.api.createAccount({});
  await ada.api.updateAccount({ params: { id: ada.accountId }, body: { userName: 'ada_travels' } });
  country = await admin.api.createCountry({ body: { code: 'PT', name: 'Portugal', imageUrl: '/portugal.webp' } });
  [image] = (await ada.api.previewImages({ body: { word: 'tower', count: 1 } })) as [Image]; // one was asked for
  // All of it can be read from here on.
  await admin.api.getCountry({ params: { id: country.id } });
  await ada.api.getMyAccount({});
});
afterAll(() => product.stop());

const address = { city: 'Lisbon', countryName: 'Portugal', countryCode: 'PT' };
const tower = { title: 'Tower', coordinates: { latitude: 38.6916, longitude: -9.216 }, address };

describe('Answer to a write equals a later read', () => {
  test('of an itinerary', async () => {
    const body = { title: 'Lisbon', countryIds: [country.id], imageId: image.id };
    const created = await ada.api.createItinerary({ body });
    expect(created).toMatchObject({
      account: { id: ada.accountId, userName: 'ada_travels' },
      accountUserName: 'ada_travels',
      countries: [country],
      countryImageUrl: '/portugal.webp',
      image,
      likeCount: 0,
    });
    const params = { id: created.id };
    expect(await ada.api.getItinerary({ params })).toEqual(created);
    const patched = await ada.api.patchItinerary({ params, body: { title: 'Lisboa', imageId: null } });
    expect(patched).toMatchObject({ countries: [country], image: null, accountUserName: 'ada_travels' });
    expect(await ada.api.getItinerary({ params })).toEqual(patched);
  });

  test('of a stop, with its place and its country', async () => {
    const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Lisbon' } });
    const added = await ada.api.addStop({ params: { itineraryId }, body: { ...tower, imageId: image.id } });
    const { placeId, placeName, placeFullName, coordinates } = added;
    expect(added).toMatchObject({
      image,
      country: { id: country.id, code: 'PT', name: 'Portugal', imageUrl: '/portugal.webp' },
      place: { id: placeId, name: placeName, placeName: placeFullName, coordinates, address },
    });
    const params = { itineraryId, id: added.id };
    expect(await ada.api.getItineraryStop({ params })).toEqual(added);
    const patched = await ada.api.patchStop({ params, body: { title: 'The tower' } });
    expect(patched).toEqual({ ...added, title: 'The tower', version: patched.version, updatedAt: patched.updatedAt });
    for (const read of [
      await ada.api.getStop({ params }),
      (await ada.api.listItineraryStops({ params })).items[0],
      (await ada.api.getItinerary({ params: { id: itineraryId }, query: { include: 'stops' } })).stops?.[0],
    ])
      expect(read).toEqual(patched);
  });

  test('of a stop with several pictures, in their order and with their images', async () => {
    const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Lisbon' } });
    const [drawn, own] = [
      { imageUrl: image.url, imageId: image.id, caption: 'As it is drawn' },
      { imageUrl: '/media/own.webp', imageId: null, caption: null },
    ];
    const added = await ada.api.addStop({ params: { itineraryId }, body: { ...tower, imageUrl: '/media/first.webp', gallery: [own, drawn] } });
    expect(added).toMatchObject({ image: null, imageCaption: null, gallery: [own, drawn], galleryImages: [null, image] });
    const params = { itineraryId, id: added.id };
    const body = { imageUrl: drawn.imageUrl, imageId: drawn.imageId, imageCaption: drawn.caption, gallery: [own] };
    const patched = await ada.api.patchStop({ params, body });
    expect(patched).toMatchObject({ image, imageCaption: 'As it is drawn', gallery: [own], galleryImages: [null] });
    for (const read of [
      await ada.api.getStop({ params }),
      (await ada.api.getItinerary({ params: { id: itineraryId }, query: { include: 'stops' } })).stops?.[0],
    ])
      expect(read).toEqual(patched);
  });

  test('of a stop in a country without a record, with null as country', async () => {
    const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Atlantis' } });
    const added = await ada.api.addStop({ params: { itineraryId }, body: { ...tower, address: { countryCode: 'XZ' } } });
    expect(added).toMatchObject({ countryCode: 'XZ', country: null });
  });
});

describe('Reference to a missing record', () => {
  const refusal = (code: string, path: string) => ({ status: 422, problem: { code, data: { path } } });

  test.each([
    ['countryIds', 'itinerary/no-such-country', () => ({ countryIds: [country.id, newId()] })],
    ['imageId', 'itinerary/no-such-image', () => ({ imageId: newId() })],
  ])('in %s of an itinerary answers 422', async (field, code, unknown) => {
    const before = await product.engines.events.head();
    await expect(ada.api.createItinerary({ body: { title: 'x', ...unknown() } })).rejects.toMatchObject(refusal(code, `body.${field}`));
    expect(await product.engines.events.head()).toBe(before);
    const { id } = await ada.api.createItinerary({ body: { title: 'x' } });
    await expect(ada.api.patchItinerary({ params: { id }, body: unknown() })).rejects.toMatchObject(refusal(code, `body.${field}`));
  });

  test('in the image or the gallery of a stop answers 422', async () => {
    const params = { itineraryId: (await ada.api.createItinerary({ body: { title: 'x' } })).id };
    const refused = refusal('stop/no-such-image', 'body.imageId');
    const before = await product.engines.events.head();
    await expect(ada.api.addStop({ params, body: { ...tower, placeName: 'A tower of its own', imageId: newId() } })).rejects.toMatchObject(refused);
    expect(await product.engines.events.head()).toBe(before);
    const { id } = await ada.api.addStop({ params, body: tower });
    await expect(ada.api.patchStop({ params: { ...params, id }, body: { imageId: newId() } })).rejects.toMatchObject(refused);
    const gallery = [image.id, newId()].map((imageId) => ({ imageUrl: '/media/own.webp', imageId, caption: null }));
    await expect(ada.api.patchStop({ params: { ...params, id }, body: { gallery } })).rejects.toMatchObject(
      refusal('stop/no-such-image', 'body.gallery[1].imageId'),
    );
  });

  test('is accepted where the present version already contains it', async () => {
    const admin = product.person('root', 'admin');
    const gone = await admin.api.createCountry({ body: { code: 'XG', name: 'Gone' } });
    const { id } = await ada.api.createItinerary({ body: { title: 'x', countryIds: [gone.id] } });
    await admin.api.deleteCountry({ params: { id: gone.id } });
    const both = { countryIds: [country.id, gone.id] };
    expect(await ada.api.patchItinerary({ params: { id }, body: both })).toMatchObject(both);
    await ada.api.patchItinerary({ params: { id }, body: { countryIds: [] } });
    await expect(ada.api.patchItinerary({ params: { id }, body: both })).rejects.toMatchObject(
      refusal('itinerary/no-such-country', 'body.countryIds'),
    );
  });

  test('is not checked for an account that may not change the story, which gets 403', async () => {
    const { id } = await ada.api.createItinerary({ body: { title: 'x', visibility: 'PUBLIC' } });
    const bob = product.person('bob');
    await expect(bob.api.patchItinerary({ params: { id }, body: { imageId: newId() } })).rejects.toMatchObject({ status: 403 });
  });
});
