import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import {
  ColumnsButton,
  CreateButton,
  DataTable,
  DateInput,
  FilterButton,
  List,
  NullableBooleanInput,
  NumberInput,
  Pagination,
  SelectInput,
  SimpleList,
  TextInput,
  TopToolbar,
  useCanAccess,
  useResourceContext,
} from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { FieldFacts, ResourceFacts } from '../catalogue/resource.ts';
import { columnsOf, type Field } from '../fields/field.tsx';
import { humanize } from '../lib/humanize.ts';
import { ExportButton } from './export-button.tsx';

// The API compares moments, so a day begins at midnight in the reader's time zone.
const startOfDay = (day: string): string => (day ? new Date(`${day}T00:00`).toISOString() : '');
const dayOf = (moment: string | Date | undefined): string => (moment ? new Date(moment).toLocaleDateString('sv') : '');

/** Inputs of one field. Their sources are paths of the API's filter grammar, so the form's values are the filter. */
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
 * All filters of a resource in the API.
 * @param alwaysOn fields with permanent filters, in this order
 */
function filtersOf(resource: ResourceName, ...alwaysOn: string[]): ReactElement[] {
  const { filterable }: ResourceFacts = catalogue[resource];
  const others = Object.keys(filterable).filter((field) => !alwaysOn.includes(field));
  return [...alwaysOn, ...others].flatMap((field) => {
    const facts = filterable[field];
    return facts ? inputsFor(field, facts, alwaysOn.includes(field)) : [];
  });
}

interface ListPageProps {
  /** Columns in their order. */
  fields: readonly Field[];
  /** Fields with permanent filters. */
  filters: readonly string[];
  /** Actions on selected rows. */
  bulk?: ReactElement;
  /** Actions beside the filter button. */
  actions?: ReactNode;
}

const sizes = [25, 50, 100];

/** List of a resource: a dense table, or lines in a small window. Filters, columns and queries can be stored. */
export function ListPage({ fields, filters, bulk, actions }: ListPageProps) {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const resource = useResourceContext() as ResourceName; // as: resource pages render in this context
  const hidden = fields.filter((field) => field.hidden).map(({ source }) => source);
  const line = (part: Field['small']) => fields.find(({ small }) => small === part)?.cell;
  const [field = 'id', order] = catalogue[resource].defaultSort.split(' ');
  return (
    <List
      filters={filtersOf(resource, ...filters)}
      sort={{ field, order: order === 'ASC' ? 'ASC' : 'DESC' }}
      perPage={25}
      exporter={false}
      empty={false}
      actions={<Actions>{actions}</Actions>}
      pagination={<Pagination rowsPerPageOptions={sizes} />}
    >
      {isSmall ? (
        <SimpleList
          primaryText={() => line('primary')}
          secondaryText={() => line('secondary')}
          tertiaryText={() => line('tertiary')}
          rowClick="show"
        />
      ) : (
        <DataTable rowClick="show" hiddenColumns={hidden} bulkActionButtons={bulk ?? false}>
          {columnsOf(resource, fields)}
        </DataTable>
      )}
    </List>
  );
}

function Actions({ children }: { children: ReactNode }) {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const resource = useResourceContext() ?? '';
  const { canAccess: mayCreate } = useCanAccess({ resource, action: 'create' });
  return (
    <TopToolbar sx={{ alignItems: 'center' }}>
      {children}
      <FilterButton />
      {!isSmall && <ColumnsButton />}
      {!isSmall && <ExportButton />}
      {mayCreate && <CreateButton />}
    </TopToolbar>
  );
}
