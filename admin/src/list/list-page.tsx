import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import {
  ColumnsButton,
  CreateButton,
  DataTable,
  FilterButton,
  List,
  Pagination,
  SimpleList,
  TopToolbar,
  useCanAccess,
  useResourceContext,
} from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import { columnsOf, type Field } from '../fields/field.tsx';
import { ExportButton } from './export-button.tsx';
import { filtersOf } from './filters.tsx';

interface ListPageProps {
  /** Columns, in their order. */
  fields: readonly Field[];
  /** Fields whose filters are always there. */
  filters: readonly string[];
  /** Actions on selected rows. */
  bulk?: ReactElement;
  /** Beside the button of the filters. */
  actions?: ReactNode;
}

const sizes = [25, 50, 100];

/** The list of a resource: a dense table, or on a small window lines; filters, columns and queries can be kept. */
export function ListPage({ fields, filters, bulk, actions }: ListPageProps) {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const resource = useResourceContext() as ResourceName; // pages of resources stand within it
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
