import { useEffect } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { EntitySaver } from '../../../model/saving/entity-saver.ts';
import { problemOf } from '../../../model/saving/field-problem.ts';
import { editedFields, withoutSame } from '../../../model/saving/versions.ts';
import { type ProblemText, useProblemText } from './problem-text.ts';

/** A form of which a saver holds the values: what is typed goes to it, and what it takes from elsewhere is shown. */
export function useSaverForm<F extends FieldValues>(saver: EntitySaver<F>, rules: z.ZodType): UseFormReturn<F> {
  const problemText = useProblemText();
  const form = useForm<F>({
    resolver: (values) => checked(values, rules, problemText),
    defaultValues: saver.store.state.fields as DefaultValues<F>, // all of the fields, which is more than some
    mode: 'onTouched',
    shouldFocusError: false,
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const edits = withoutSame<F>({ ...values }, saver.store.state.fields);
          if (Object.keys(edits).length > 0) saver.edit(edits);
        },
      }),
    [form, saver],
  );
  useEffect(() => {
    const showing = saver.store.subscribe(({ fields }) => {
      const others = withoutSame<F>(fields, form.getValues());
      for (const field of editedFields(others)) form.setValue(field as Path<F>, fields[field], { shouldValidate: form.formState.isSubmitted }); // fields lie side by side
    });
    saver.open();
    return () => {
      showing.unsubscribe();
      saver.close();
    };
  }, [form, saver]);
  return form;
}

/** The rules of a form as its library asks for them, with the problems in the language of the page. */
function checked<F extends FieldValues>(values: F, rules: z.ZodType, problemText: ProblemText) {
  const issues = rules.safeParse(values).error?.issues ?? [];
  const errors: Record<string, { type: string; message: string }> = {};
  for (const issue of issues) {
    const field = String(issue.path[0]);
    errors[field] ??= { type: issue.code, message: problemText(problemOf(issue), field) };
  }
  return issues.length > 0 ? { values: {}, errors: errors as FieldErrors<F> } : { values, errors: {} }; // names are those of the fields
}

/** Leads to the first field that is wrong, as they stand on the screen: the form library goes by the order in which they were first drawn. */
export const focusFirst =
  <F extends FieldValues>(form: UseFormReturn<F>, order: readonly Path<F>[]) =>
  (errors: FieldErrors<F>): void => {
    const first = order.find((field) => errors[field]);
    if (first) form.setFocus(first);
  };
