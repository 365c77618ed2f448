import { Trash2 } from 'lucide-react';
import { BulkDeleteButton, useResourceContext } from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { Flag } from '../moderation/flag.ts';
import { FlagSelectedButton } from '../moderation/flag-button.tsx';
import { may, mayModerate } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';

/** Bulk actions on the selected rows, by role. Each is sent after a delay of a few seconds, in which it can be undone. */
export function SelectedActions({ flag }: { flag?: Flag }) {
  const resource = catalogue[useResourceContext() as ResourceName]; // as: the resource of every list is in the catalogue
  const role = currentRole();
  return (
    <>
      {flag && mayModerate(role, resource, 'patchMany') && (
        <>
          <FlagSelectedButton flag={flag} value />
          <FlagSelectedButton flag={flag} value={false} />
        </>
      )}
      {may(role, resource, 'deleteMany') && <BulkDeleteButton mutationMode="undoable" icon={<Trash2 size={16} />} />}
    </>
  );
}
