import type { ReactNode } from 'react';

export type ToastKind = 'plain' | 'success' | 'error' | 'info' | 'warning';

export interface ToastOptions {
  /** Id of the toast. It replaces a visible toast with the same id. */
  id?: string;
  description?: ReactNode;
  action?: { label: string; onClick: () => void };
  /** Time for which the toast is shown, milliseconds. With Infinity it stays until it is closed. */
  duration?: number;
}

export interface ToastEntry extends ToastOptions {
  id: string;
  kind: ToastKind;
  message: ReactNode;
  duration: number;
  open: boolean;
  /** Sequence number of the toast. */
  serial: number;
}

/** spec 9: default time for which a toast is shown, milliseconds. */
const defaultDuration = 4_000;
/** spec 9: largest number of visible toasts. A further toast replaces the oldest. */
const maxVisible = 3;
/** Duration of the closing animation, milliseconds. */
const leaving = 200;

let entries: readonly ToastEntry[] = [];
let count = 0;
const listeners = new Set<() => void>();

function write(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/** Visible toasts, oldest first. */
export const toastStore = {
  read: (): readonly ToastEntry[] => entries,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  close(serial: number): void {
    write(entries.map((entry) => (entry.serial === serial ? { ...entry, open: false } : entry)));
    setTimeout(() => write(entries.filter((entry) => entry.serial !== serial)), leaving);
  },
};

function show(kind: ToastKind, message: ReactNode, options: ToastOptions = {}): string {
  count += 1;
  const id = options.id ?? `toast-${count}`;
  const entry: ToastEntry = { duration: defaultDuration, ...options, id, kind, message, open: true, serial: count };
  write([...entries.filter((one) => one.id !== id), entry].slice(-maxVisible));
  return id;
}

/** Shows a toast; returns its id for `dismiss`. */
export const toast = Object.assign((message: ReactNode, options?: ToastOptions): string => show('plain', message, options), {
  success: (message: ReactNode, options?: ToastOptions): string => show('success', message, options),
  error: (message: ReactNode, options?: ToastOptions): string => show('error', message, options),
  info: (message: ReactNode, options?: ToastOptions): string => show('info', message, options),
  warning: (message: ReactNode, options?: ToastOptions): string => show('warning', message, options),
  /** Closes the toast with this id, or all toasts without an id. */
  dismiss(id?: string): void {
    for (const entry of entries) if (id === undefined || entry.id === id) toastStore.close(entry.serial);
  },
});
