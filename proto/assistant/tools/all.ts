// Exports of all tools.
export { addDay } from './add-day.ts';
export { addStop } from './add-stop.ts';
export { createItinerary } from './create-itinerary.ts';
export { googleSearch } from './google-search.ts';
export { lookupLocation } from './lookup-location.ts';
export { optimizeRoute } from './optimize-route.ts';
export { removeStop } from './remove-stop.ts';
export { updateItinerary } from './update-itinerary.ts';
export { updateStop } from './update-stop.ts';
export { webBrowser } from './web-browser.ts';
