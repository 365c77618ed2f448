import { numbersFrom } from '../harness/seeded-numbers.ts';

/** Countries with some of their cities. */
const citiesOf: Readonly<Record<string, string>> = {
  France: 'Paris, Lyon, Marseille, Bordeaux, Nice, Toulouse, Strasbourg, Nantes',
  Spain: 'Barcelona, Madrid, Seville, Valencia, Granada, Bilbao, Malaga, Toledo',
  Italy: 'Rome, Florence, Venice, Naples, Milan, Bologna, Palermo, Verona',
  Germany: 'Berlin, Munich, Hamburg, Cologne, Dresden, Leipzig, Heidelberg, Nuremberg',
  Japan: 'Tokyo, Kyoto, Osaka, Hiroshima, Nara, Sapporo, Kanazawa, Fukuoka',
  Portugal: 'Lisbon, Porto, Coimbra, Sintra, Braga, Faro, Evora, Lagos',
  Greece: 'Athens, Thessaloniki, Heraklion, Rhodes, Corfu, Santorini, Nafplio, Chania',
  Norway: 'Oslo, Bergen, Trondheim, Stavanger, Tromso, Alesund, Bodo, Lillehammer',
  Sweden: 'Stockholm, Gothenburg, Malmö, Uppsala, Lund, Kiruna, Visby, Örebro',
  Peru: 'Lima, Cusco, Arequipa, Puno, Trujillo, Iquitos, Nazca, Huaraz',
  Morocco: 'Marrakesh, Fes, Casablanca, Rabat, Tangier, Chefchaouen, Essaouira, Agadir',
  Egypt: 'Cairo, Luxor, Aswan, Alexandria, Giza, Hurghada, Dahab, Siwa',
  Turkey: 'Istanbul, Ankara, Izmir, Antalya, Bursa, Konya, Goreme, Trabzon',
  Thailand: 'Bangkok, Chiang Mai, Phuket, Ayutthaya, Krabi, Pai, Sukhothai, Hua Hin',
  Vietnam: 'Hanoi, Hoi An, Hue, Da Nang, Sapa, Ninh Binh, Can Tho, Dalat',
  Mexico: 'Mexico City, Oaxaca, Guadalajara, Merida, Puebla, Cancun, Guanajuato, Tulum',
  Canada: 'Toronto, Vancouver, Montreal, Quebec, Calgary, Ottawa, Halifax, Victoria',
  Australia: 'Sydney, Melbourne, Brisbane, Perth, Adelaide, Hobart, Darwin, Cairns',
  Croatia: 'Zagreb, Split, Dubrovnik, Zadar, Rovinj, Pula, Sibenik, Hvar',
  Scotland: 'Edinburgh, Glasgow, Inverness, Aberdeen, Stirling, Oban, Dundee, Perth',
};

export const kindsOfPlace =
  'museum cathedral castle garden market bridge beach tower gallery temple palace square harbour viewpoint bakery cafe library theatre park monastery'.split(
    ' ',
  );
export const themes =
  'hidden,classic,family,romantic,weekend,budget,slow,photo,food,wine,history,art,night,coastal,mountain,rainy day,winter,spring,street,modern'.split(
    ',',
  );
/** What prose is mostly made of. */
export const smallWords = [
  'the a of and in to with from for on at by you it is are this that then near between along after before under over walk visit see enjoy take stop try start end day morning evening afternoon small old new great',
  'famous quiet busy local traditional beautiful views river hill street lunch dinner coffee wine bread fish music church tour guide ticket hour minutes early late sunset sunrise crowd people city town village island coast train bus tram ferry bike walking shop market square',
].flatMap((line) => line.split(' '));

const next = numbersFrom(3);

/** Every city, around a point in its country; countries lie anywhere, which is no matter for words. */
export const cities = Object.entries(citiesOf).flatMap(([country, names]) => {
  const [south, west] = [next() * 110 - 50, next() * 340 - 170];
  return names.split(', ').map((city) => ({ country, city, latitude: south + next() * 8 - 4, longitude: west + next() * 8 - 4 }));
});
