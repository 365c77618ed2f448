// In one file, so that what they have in common is sent once and all are there when one was gone to.
export { ParkedEventPage } from './parked-event-page.tsx';
export { ParkedEventsPage } from './parked-events-page.tsx';
export { ProcessesPage } from './processes-page.tsx';
export { ProjectionPage } from './projection-page.tsx';
export { ProjectionsPage } from './projections-page.tsx';
