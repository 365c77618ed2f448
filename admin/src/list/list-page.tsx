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
import { ExportButton } from './export-button.tsx';

/** A line of a list on a small window. */
export interface SmallRow {
  primary: ReactNode;
  secondary?: ReactNode;
  tertiary?: ReactNode;
}

interface ListPageProps {
  filters: ReactElement[];
  small: SmallRow;
  /** What can be done with chosen rows, and with all that match. */
  bulk?: ReactElement;
  /** Columns: `DataTable.Col` and `DataTable.NumberCol`. */
  children: ReactNode;
  /** Columns that are only there when they are asked for. */
  hidden?: string[];
  /** Beside the button of the filters. */
  actions?: ReactNode;
}

const sizes = [25, 50, 100];

/** The list of a resource: a dense table, or on a small window lines; filters, columns and queries can be kept. */
export function ListPage({ filters, small, bulk, children, hidden = [], actions }: ListPageProps) {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const resource = useResourceContext() as ResourceName; // pages of resources stand within it
  const [field = 'id', order] = catalogue[resource].defaultSort.split(' ');
  return (
    <List
      filters={filters}
      sort={{ field, order: order === 'ASC' ? 'ASC' : 'DESC' }}
      perPage={25}
      exporter={false}
      empty={false}
      actions={<Actions>{actions}</Actions>}
      pagination={<Pagination rowsPerPageOptions={sizes} />}
    >
      {isSmall ? (
        <SimpleList primaryText={() => small.primary} secondaryText={() => small.secondary} tertiaryText={() => small.tertiary} rowClick="show" />
      ) : (
        <DataTable rowClick="show" hiddenColumns={hidden} bulkActionButtons={bulk ?? false}>
          {children}
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
