import { Button } from '@mui/material';
import { ExternalLink } from 'lucide-react';
import { useRecordContext } from 'react-admin';

/** Link to a record's public page on the site. The path is built from ids, not from user text. */
export function SiteLink({ path }: { path: (record: Readonly<Record<string, string>>) => string }) {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Button href={path(record)} target="_blank" rel="noopener" size="small" startIcon={<ExternalLink size={16} aria-hidden="true" />}>
      Open on the site
    </Button>
  );
}
