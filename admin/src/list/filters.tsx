import type { ReactElement } from 'react';
import { DateInput, NullableBooleanInput, NumberInput, SelectInput, TextInput } from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { FieldFacts, ResourceFacts } from '../catalogue/resource.ts';
import { humanize } from '../lib/humanize.ts';

// The API compares moments: a day begins when it does for whoever asks.
const startOfDay = (day: string): string => (day ? new Date(`${day}T00:00`).toISOString() : '');
const dayOf = (moment: string | Date | undefined): string => (moment ? new Date(moment).toLocaleDateString('sv') : '');

/** Inputs of one field. Their sources are paths in the grammar of the API, so that what the form holds is a filter as it stands. */
function inputsFor(field: string, { kind, choices }: FieldFacts, alwaysOn: boolean): ReactElement[] {
  const label = humanize(field);
  const on = { alwaysOn, size: 'small' as const };
  switch (kind) {
    case 'flag':
      return [<NullableBooleanInput key={field} source={field} label={label} {...on} />];
    case 'number':
      return [
        <NumberInput key={`${field}.gte`} source={`${field}.gte`} label={`${label}, at least`} {...on} />,
        <NumberInput key={`${field}.lte`} source={`${field}.lte`} label={`${label}, at most`} size="small" />,
      ];
    case 'time':
      return [
        <DateInput key={`${field}.gte`} source={`${field}.gte`} label={`${label}, from`} parse={startOfDay} format={dayOf} {...on} />,
        <DateInput key={`${field}.lt`} source={`${field}.lt`} label={`${label}, before`} parse={startOfDay} format={dayOf} size="small" />,
      ];
    case 'set':
      return [<TextInput key={`${field}.has`} source={`${field}.has`} label={`${label} (id)`} {...on} />];
    case 'id':
      return [<TextInput key={field} source={field} label={label === 'Id' ? label : `${label} (id)`} {...on} />];
    case 'text':
      return choices
        ? [<SelectInput key={field} source={field} label={label} choices={choices.map((id) => ({ id, name: humanize(id.toLowerCase()) }))} {...on} />]
        : [<TextInput key={`${field}.contains`} source={`${field}.contains`} label={`${label} contains`} {...on} />];
    default:
      return kind satisfies never;
  }
}

/**
 * Every filter that the API has for a resource.
 * @param alwaysOn fields whose filters are there without being asked for, in this order
 */
export function filtersOf(resource: ResourceName, ...alwaysOn: string[]): ReactElement[] {
  const { filterable }: ResourceFacts = catalogue[resource];
  const others = Object.keys(filterable).filter((field) => !alwaysOn.includes(field));
  return [...alwaysOn, ...others].flatMap((field) => {
    const facts = filterable[field];
    return facts ? inputsFor(field, facts, alwaysOn.includes(field)) : [];
  });
}
