// One chunk: common code is sent once, and visiting one page loads all.
export { ParkedEventPage } from './parked-event-page.tsx';
export { ParkedEventsPage } from './parked-events-page.tsx';
export { ProcessesPage } from './processes-page.tsx';
export { ProjectionPage } from './projection-page.tsx';
export { ProjectionsPage } from './projections-page.tsx';
