import { useEffect } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { EntitySaver } from './entity-saver.ts';
import { useFormRules } from './form-rules.ts';
import { editedFields, withoutSame } from './versions.ts';

/** A form of which a saver holds the values: what is typed goes to it, and what it takes from elsewhere is shown. */
export function useSaverForm<F extends FieldValues>(saver: EntitySaver<F>, rules: z.ZodType): UseFormReturn<F> {
  const resolver = useFormRules<F>(rules);
  const form = useForm<F>({
    resolver,
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

/** Leads to the first field that is wrong, as they stand on the screen: the form library goes by the order in which they were first drawn. */
export const focusFirst =
  <F extends FieldValues>(form: UseFormReturn<F>, order: readonly Path<F>[]) =>
  (errors: FieldErrors<F>): void => {
    const first = order.find((field) => errors[field]);
    if (first) form.setFocus(first);
  };
