import { Box } from '@mui/material';
import type { ReactElement } from 'react';
import { DataTable, NumberInput, ReferenceField, TextInput, useFieldValue } from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts } from '../catalogue/resource.ts';
import { humanize } from '../lib/humanize.ts';
import { type StateLabels, StateMark } from './mark.tsx';

interface FieldOptions {
  /** Label, if it differs from the source's name in words. */
  label?: string;
  /** Shows the field only in the list, or only on the page of a record. */
  only?: 'list' | 'show';
  /** The column is hidden until the user enables it. */
  hidden?: boolean;
  /** The field takes a whole row on the page of a record. */
  wide?: boolean;
  /** Position in a list's line in a small window. */
  small?: 'primary' | 'secondary' | 'tertiary';
}

/** A field of a resource: a column in the list and an entry on the record's page. */
export interface Field extends FieldOptions {
  source: string;
  isNumber?: boolean;
  cell: ReactElement;
  /** Element for the record's page, if it differs from the cell. */
  fact?: ReactElement;
}

export const customField = (source: string, cell: ReactElement, options: FieldOptions & { fact?: ReactElement } = {}): Field => ({
  source,
  cell,
  ...options,
});
/** Field with user text. In the list, a wide field shows at most two lines. */
export const textField = (source: string, { empty, ...options }: FieldOptions & { empty?: string } = {}): Field =>
  customField(source, <UserText source={source} {...(options.wide && { lines: 2 })} {...(empty && { empty })} />, {
    fact: <UserText source={source} {...(empty && { empty })} />,
    ...options,
  });
export const countField = (source: string, options?: FieldOptions): Field => ({ ...textField(source, options), isNumber: true });
export const timeField = (source: string, options?: FieldOptions): Field => customField(source, <When source={source} />, options);
export const personField = (source: string, { empty, ...options }: FieldOptions & { empty?: string } = {}): Field =>
  customField(source, <PersonLink source={source} {...(empty && { empty })} />, options);
export const stateField = (source: string, states: StateLabels, options?: FieldOptions): Field =>
  customField(source, <StateMark source={source} states={states} />, options);

export const fieldLabelOf = ({ source, label }: Pick<Field, 'source' | 'label'>): string => label ?? humanize(source);

/** Columns of a table, sortable where the API sorts. */
export function columnsOf(resource: ResourceName, fields: readonly Field[]): ReactElement[] {
  const { sortable }: ResourceFacts = catalogue[resource];
  return fields
    .filter(({ only }) => only !== 'show')
    .map(({ isNumber, cell, ...field }) => {
      const column = { source: field.source, label: fieldLabelOf(field), disableSort: !sortable.includes(field.source) };
      if (isNumber) return <DataTable.NumberCol key={field.source} {...column} />;
      return (
        <DataTable.Col key={field.source} {...column}>
          {cell}
        </DataTable.Col>
      );
    });
}

const writtenOf = (resource: ResourceName) => Object.entries(catalogue[resource].written).filter(([, { section }]) => section !== undefined);

/** Entries of the record page for the writable fields of a resource, except fields with an input of their own. */
export const writtenFields = (resource: ResourceName): Field[] =>
  writtenOf(resource).map(([source, { kind, label }]) => textField(source, { only: 'show', wide: kind !== 'minutes', ...(label && { label }) }));

const orNull = (text: string): string | null => text || null;

/** Inputs for the writable fields of a resource, except fields with an input of their own. */
export const writtenInputs = (resource: ResourceName): ReactElement[] =>
  writtenOf(resource).map(([source, { kind, label }]) => {
    const input = { source, label: fieldLabelOf({ source, ...(label && { label }) }) };
    if (kind === 'minutes') return <NumberInput key={source} {...input} />;
    return <TextInput key={source} {...input} parse={orNull} {...(kind === 'text' && { multiline: true, minRows: 4 })} />;
  });

/** User name with a link to the account. */
export const PersonLink = ({ source, empty = '–' }: { source: string; label?: string; empty?: string }) => (
  <ReferenceField source={source} reference="accounts" link="show" emptyText={empty} sx={{ '& .MuiTypography-root': { unicodeBidi: 'isolate' } }} />
);

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** A moment in the reader's time zone; hovering shows the zone. */
function When({ source }: { source: string; label?: string }) {
  const value: unknown = useFieldValue({ source });
  return typeof value === 'string' ? <Moment at={value} /> : <span>–</span>;
}

export const Moment = ({ at }: { at: string }) => {
  const date = new Date(at);
  return (
    <time dateTime={at} title={whole.format(date)} style={{ whiteSpace: 'nowrap' }}>
      {short.format(date)}
    </time>
  );
};

/**
 * User text without markup or links. The text direction is isolated from the surrounding text.
 * @param lines maximum number of lines; by default all are shown
 */
export function UserText({ source, lines, empty = '–' }: { source: string; label?: string; lines?: number; empty?: string }) {
  const value: unknown = useFieldValue({ source });
  if (value === null || value === undefined || value === '') return <span>{empty}</span>;
  const cut = { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical', overflow: 'hidden' } as const;
  return (
    <Box component="span" dir="auto" sx={{ unicodeBidi: 'isolate', overflowWrap: 'anywhere', ...(lines ? cut : { whiteSpace: 'pre-wrap' }) }}>
      {String(value)}
    </Box>
  );
}
