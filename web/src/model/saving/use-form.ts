import { useSelector } from '@tanstack/react-store';
import { type ChangeEvent, type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { EntitySaver } from './entity-saver.ts';
import { problemsIn, useProblemText } from './field-problem.ts';
import { type Edits, editedFields, withoutSame } from './versions.ts';

type Name<F> = keyof F & string;
type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** Binds inputs to external values: in a saver or in component state. */
export interface Form<F extends object> {
  values: F;
  /** Translated problems of fields that were left or submitted. */
  errors: { readonly [K in keyof F]?: string };
  edit(edits: Edits<F>): void;
  /** Shows the problems of these fields from now on. */
  show(...names: Name<F>[]): void;
  /** Ref and blur handler of a control. Blur shows the problems of all `names`, because one wrong time invalidates another. */
  control(...names: [Name<F>, ...Name<F>[]]): { ref: RefCallback<HTMLElement>; onBlur: () => void };
  /** Properties of a text input. */
  input(...names: [Name<F>, ...Name<F>[]]): ReturnType<Form<F>['control']> & { value: string; onChange: (event: ChangeEvent<TextInput>) => void };
  focus(name: Name<F>): void;
  /** Hides all problems until the next attempt. */
  reset(): void;
  /** Calls `save` if every field is valid, and otherwise focuses the first invalid field. */
  submit(save: () => unknown): (event?: { preventDefault(): void }) => void;
}

/** A controlled form: `values` come from outside, and every keystroke is an edit. */
export function useForm<F extends object>(values: F, edit: (edits: Edits<F>) => void, rules: z.ZodType): Form<F> {
  const problemText = useProblemText();
  const [shown, setShown] = useState<ReadonlySet<keyof F>>(new Set<keyof F>());
  const [submitted, setSubmitted] = useState<readonly (keyof F)[] | null>(null);
  const elements = useRef(new Map<keyof F, HTMLElement>());
  const problems = problemsIn<F>(rules, values);
  const errors: { [K in keyof F]?: string } = {};
  for (const name of editedFields<F>(problems as Edits<F>)) {
    const problem = problems[name];
    if (problem && (submitted || shown.has(name))) errors[name] = problemText(problem, String(name));
  }

  // After the commit, because an error may unfold its field.
  useEffect(() => {
    const wrong = (submitted ?? []).flatMap((name) => elements.current.get(name) ?? []);
    wrong.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1))[0]?.focus();
  }, [submitted]);

  const focus = useCallback((name: keyof F) => elements.current.get(name)?.focus(), []);
  const show = (...names: (keyof F)[]): void =>
    setShown((before) => (names.every((name) => before.has(name)) ? before : new Set([...before, ...names])));
  const control: Form<F>['control'] = (...names) => ({
    ref: (element) => {
      if (element) elements.current.set(names[0], element);
      else elements.current.delete(names[0]);
    },
    onBlur: () => show(...names),
  });
  return {
    ...{ values, errors, edit, show, control, focus },
    input: (...names) => ({
      ...control(...names),
      value: String(values[names[0]] ?? ''),
      onChange: ({ target }) => edit({ [names[0]]: target.value } as Edits<F>), // as: a text field
    }),
    reset: () => {
      setShown(new Set());
      setSubmitted(null);
    },
    submit: (save) => (event) => {
      event?.preventDefault();
      const wrong = editedFields<F>(problems as Edits<F>);
      setSubmitted(wrong);
      if (wrong.length === 0) save();
    },
  };
}

/** A form over a saver, which holds the values: drafts, conflicts and other windows' texts appear automatically. */
export function useSaverForm<F extends object>(saver: EntitySaver<F>, rules: z.ZodType): Form<F> {
  const values = useSelector(saver.store, ({ fields }) => fields);
  useEffect(() => {
    saver.open();
    return () => saver.close();
  }, [saver]);
  const edit = useCallback(
    (edits: Edits<F>): void => {
      const changes = withoutSame(edits, saver.store.state.fields);
      if (editedFields(changes).length > 0) saver.edit(changes);
    },
    [saver],
  );
  return useForm(values, edit, rules);
}
