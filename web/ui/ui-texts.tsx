import { createContext, type ReactNode, use } from 'react';

/** Built-in texts of the components. `counter`, `photoBy` and `brokenPartText` have placeholders in double braces. */
export interface UiTexts {
  close: string;
  loading: string;
  retry: string;
  confirm: string;
  cancel: string;
  choose: string;
  optional: string;
  notifications: string;
  illustration: string;
  photoBy: string;
  counter: string;
  missingImage: string;
  missingPart: string;
  missingPartText: string;
  brokenPart: string;
  brokenPartText: string;
}

const english: UiTexts = {
  close: 'Close',
  loading: 'Loading',
  retry: 'Try again',
  confirm: 'Confirm',
  cancel: 'Cancel',
  choose: 'Choose',
  optional: 'optional',
  notifications: 'Notifications',
  illustration: 'Illustration',
  photoBy: 'Photo: {{author}}',
  counter: '{{count}} of {{max}} characters',
  missingImage: 'Image not available',
  missingPart: 'This part could not be loaded',
  missingPartText: 'The connection was lost while it was loading. What you wrote is safe.',
  brokenPart: 'This part could not be shown',
  brokenPartText: 'This is an error in the app; your connection is fine. What you wrote is safe. The error: {{reason}}',
};

const Texts = createContext<UiTexts>(english);

/** Provides the components' texts in the chosen language; English by default. */
export function UiTextsProvider({ texts, children }: { texts: Partial<UiTexts>; children: ReactNode }) {
  return <Texts value={{ ...english, ...texts }}>{children}</Texts>;
}

export const useUiTexts = (): UiTexts => use(Texts);

/** Replaces placeholders in the format of i18next. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
