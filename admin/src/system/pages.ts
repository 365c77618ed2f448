// The pages share one chunk, because they have much code in common.
export { ParkedEventPage } from './parked-event-page.tsx';
export { ParkedEventsPage } from './parked-events-page.tsx';
export { ProcessesPage } from './processes-page.tsx';
export { ProjectionPage } from './projection-page.tsx';
export { ProjectionsPage } from './projections-page.tsx';
