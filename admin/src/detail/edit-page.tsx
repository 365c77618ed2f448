import { Check, Eye, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { Create, Edit, ListButton, SaveButton, ShowButton, SimpleForm, Toolbar, TopToolbar } from 'react-admin';
import { useParents } from './parents.ts';

/** Edit form of one record, saved with optimistic concurrency. Navigation away from unsaved changes requires a confirmation. */
export function EditPage({ children }: { children: ReactNode }) {
  const parents = useParents();
  return (
    <Edit mutationMode="pessimistic" redirect={parents.meta ? false : 'show'} queryOptions={parents} mutationOptions={parents} actions={<Actions />}>
      <SimpleForm warnWhenUnsavedChanges sx={{ maxWidth: 720 }} toolbar={<SaveBar />}>
        {children}
      </SimpleForm>
    </Edit>
  );
}

/** Creation form. A retry after a failure creates no second record, because it has the same idempotency key. */
export const CreatePage = ({ children }: { children: ReactNode }) => (
  <Create redirect="show">
    <SimpleForm warnWhenUnsavedChanges sx={{ maxWidth: 720 }} toolbar={<SaveBar />}>
      {children}
    </SimpleForm>
  </Create>
);

const Actions = () => (
  <TopToolbar>
    <ListButton icon={<List size={16} />} />
    <ShowButton icon={<Eye size={16} />} />
  </TopToolbar>
);

const SaveBar = () => (
  <Toolbar sx={{ backgroundColor: 'transparent' }}>
    <SaveButton icon={<Check size={16} />} />
  </Toolbar>
);
