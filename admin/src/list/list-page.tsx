import { Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, type Theme, Typography, useMediaQuery } from '@mui/material';
import { Download } from 'lucide-react';
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
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
  useListContext,
  useNotify,
  useResourceContext,
} from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { FieldFacts, ResourceFacts } from '../catalogue/resource.ts';
import { dataProvider } from '../data/product.ts';
import { refusalOf } from '../data/refusal.ts';
import { columnsOf, type Field } from '../fields/field.tsx';
import { csvLine } from '../lib/csv.ts';
import { humanize } from '../lib/humanize.ts';
import { numberText } from '../lib/quantity.ts';

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
 * Filter inputs for all filterable fields of a resource.
 * @param alwaysOn fields whose inputs are always visible, in this order
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
  /** Fields whose filter inputs are always visible. */
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
  const resource = useResourceContext() as ResourceName; // as: the resource of every list is in the catalogue
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

interface Progress {
  done: number;
  total: number;
  isCapped: boolean;
}

/** Time until the object URL of the file is revoked, milliseconds. */
const keptMs = 60_000;
/** With the byte order mark, spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Revoked later, because the browser reads the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}

/** Exports all matching records page by page; the export can be cancelled. */
function useExport() {
  const { resource, filterValues, sort } = useListContext();
  const notify = useNotify();
  const [progress, setProgress] = useState<Progress | null>(null);
  /** Identity of the current export. A cancelled export stops at its next page. */
  const wanted = useRef<symbol | null>(null);
  const start = async (): Promise<void> => {
    const run = Symbol('export');
    wanted.current = run;
    setProgress({ done: 0, total: 0, isCapped: false });
    // The browser may keep a Blob on disk, so the export need not fit into memory.
    let [file, done, columns] = [new Blob([byteOrderMark]), 0, null as string[] | null];
    try {
      for await (const { items, total, totalCapped } of dataProvider.walk(resource, { filter: filterValues, sort })) {
        if (wanted.current !== run) return;
        const names = columns ?? Object.keys(items[0] ?? {});
        const lines = items.map((item) => csvLine(names.map((column) => item[column])));
        file = new Blob([file, columns === null && names.length > 0 ? csvLine(names) : '', ...lines]);
        columns = names;
        done += items.length;
        setProgress({ done, total, isCapped: totalCapped === true });
      }
      download(file, `${resource}-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch (error) {
      notify(`Nothing was exported. ${refusalOf(error).message}`, { type: 'error' });
    } finally {
      if (wanted.current === run) setProgress(null);
    }
  };
  const cancel = (): void => {
    wanted.current = null;
    setProgress(null);
  };
  return { progress, start, cancel };
}

/** Exports all records of the current filter and order as CSV. */
function ExportButton() {
  const { total, isPending } = useListContext();
  const { progress, start, cancel } = useExport();
  const id = useId();
  return (
    <>
      <Button size="small" disabled={isPending || !total} startIcon={<Download size={16} />} onClick={() => void start()}>
        Export
      </Button>
      {progress && (
        <Dialog open onClose={cancel} aria-labelledby={id} maxWidth="xs" fullWidth>
          <DialogTitle id={id}>Exporting</DialogTitle>
          <DialogContent>
            <LinearProgress
              aria-labelledby={id}
              {...(progress.total > 0 && !progress.isCapped
                ? { variant: 'determinate', value: Math.min(100, (progress.done / progress.total) * 100) }
                : {})}
            />
            <Typography variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
              {numberText(progress.done)}
              {progress.total > 0 && ` of ${progress.isCapped ? 'more than ' : ''}${numberText(progress.total)}`}
            </Typography>
          </DialogContent>
          <DialogActions>
            <Button onClick={cancel}>Cancel</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
