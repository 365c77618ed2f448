import { Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, Typography } from '@mui/material';
import { Download } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { dataProvider } from '../data/product.ts';
import { refusalOf } from '../data/refusal.ts';
import { count } from '../lib/quantity.ts';

interface Progress {
  done: number;
  total: number;
  isCapped: boolean;
}

/** Lifetime of the file's object URL, milliseconds. */
const keptMs = 60_000;
/** With the byte order mark, spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}

/** Exports all matching records page by page; the export can be cancelled. */
function useExport() {
  const { resource, filterValues, sort } = useListContext();
  const notify = useNotify();
  const [progress, setProgress] = useState<Progress | null>(null);
  /** The current export; a cancelled one ends with its next page. */
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
export function ExportButton() {
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
              {count(progress.done)}
              {progress.total > 0 && ` of ${progress.isCapped ? 'more than ' : ''}${count(progress.total)}`}
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

/** Characters that start a formula in spreadsheets; some spreadsheets also accept full-width signs. */
const formula = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const isNumber = /^-?\d+(\.\d+)?$/;

/** A value as a CSV cell, RFC 4180. An apostrophe disarms text that a spreadsheet would run, as OWASP advises ("CSV injection"). */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = formula.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV line with its line end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`;
