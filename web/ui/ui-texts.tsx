import { createContext, type ReactNode, use } from 'react';

/** Texts that components say by themselves. `counter`, `photoBy` and `brokenPartText` carry placeholders in double braces. */
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
  missingPartText: 'The connection broke off before it was here. What you wrote is safe.',
  brokenPart: 'This part could not be shown',
  brokenPartText: 'The app made a mistake here; your connection is fine. What you wrote is safe. The mistake: {{reason}}',
};

const Texts = createContext<UiTexts>(english);

/** Gives the components their texts in the chosen language; without it they speak English. */
export function UiTextsProvider({ texts, children }: { texts: Partial<UiTexts>; children: ReactNode }) {
  return <Texts value={{ ...english, ...texts }}>{children}</Texts>;
}

export const useUiTexts = (): UiTexts => use(Texts);

/** Puts values into the places of a text, as i18next writes them. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
