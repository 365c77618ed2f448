/** Moderation flags on the records of others, with the texts of the app. */
export const flags = {
  hidden: {
    set: { verb: 'Hide', done: 'Hidden', question: 'What is hidden is seen by its author and by moderators only.' },
    unset: { verb: 'Restore', done: 'Restored', question: 'What is restored is seen by everybody who saw it before.' },
  },
  suspended: {
    set: { verb: 'Suspend', done: 'Suspended', question: 'Who is suspended is not let in any more, on any device. What they wrote stays.' },
    unset: { verb: 'Reinstate', done: 'Reinstated', question: 'Who is reinstated is let in again.' },
  },
} as const;
export type Flag = keyof typeof flags;

/** Readers of the reason: the site shows it to suspended people, and to the author of a hidden story. */
export function reasonReadersText(flag: Flag, value: boolean): string {
  if (!value) return 'Moderators who look at it next read this.';
  return flag === 'suspended'
    ? 'Moderators read this, and so does whoever is suspended.'
    : 'Moderators read this, and so does the author of a story.';
}

/** Texts for setting or removing a flag. */
export const flagTextsOf = (flag: Flag, value: boolean) => flags[flag][value ? 'set' : 'unset'];
