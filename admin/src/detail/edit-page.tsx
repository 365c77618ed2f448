import type { ReactNode } from 'react';
import { Edit, ListButton, SaveButton, ShowButton, SimpleForm, Toolbar, TopToolbar } from 'react-admin';

/** The form of one record. It is written when it is saved, if nobody else has changed it since; what is typed is not left behind by accident. */
export const EditPage = ({ children }: { children: ReactNode }) => (
  <Edit
    mutationMode="pessimistic"
    redirect="show"
    actions={
      <TopToolbar>
        <ListButton />
        <ShowButton />
      </TopToolbar>
    }
  >
    <SimpleForm warnWhenUnsavedChanges sx={{ maxWidth: 720 }} toolbar={<SaveBar />}>
      {children}
    </SimpleForm>
  </Edit>
);

const SaveBar = () => (
  <Toolbar sx={{ backgroundColor: 'transparent', position: 'sticky', bottom: 0 }}>
    <SaveButton />
  </Toolbar>
);
