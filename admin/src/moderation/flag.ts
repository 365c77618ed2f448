/** What moderators set on what belongs to others, and how it is said. */
export const flags = {
  hidden: {
    set: { verb: 'Hide', done: 'Hidden', question: 'Only its author and moderators see it then.' },
    unset: { verb: 'Restore', done: 'Restored', question: 'Everybody who saw it before sees it again.' },
  },
  suspended: {
    set: { verb: 'Suspend', done: 'Suspended', question: 'Its owner is not let in any more, on any device. What they wrote stays.' },
    unset: { verb: 'Reinstate', done: 'Reinstated', question: 'Its owner is let in again.' },
  },
} as const;
export type Flag = keyof typeof flags;

/** What is said of setting a flag, or of taking it away. */
export const wordsFor = (flag: Flag, value: boolean) => flags[flag][value ? 'set' : 'unset'];
