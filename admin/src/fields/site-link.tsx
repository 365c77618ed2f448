import { Button } from '@mui/material';
import { ExternalLink } from 'lucide-react';
import { useRecordContext } from 'react-admin';

/** To the page of a record on the site, as readers see it. The path is ours, made of ids. */
export function SiteLink({ path }: { path: (record: Readonly<Record<string, string>>) => string }) {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Button href={path(record)} target="_blank" rel="noopener" size="small" startIcon={<ExternalLink size={16} aria-hidden="true" />}>
      Open on the site
    </Button>
  );
}
