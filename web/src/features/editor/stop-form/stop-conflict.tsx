import { useTranslation } from 'react-i18next';
import { clockText, durationText, type Reader } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import type { Edits, FieldConflict, Versioned } from '../../../model/saving/versions.ts';
import { conflictsOf } from '../../../model/saving/versions.ts';
import { FieldConflictDialog } from '../conflict/field-conflict-dialog.tsx';
import { clockTimesOf } from './clock-times.ts';
import type { StopText } from './stop-values.ts';

interface StopConflictProps {
  base: Versioned<StopText>;
  edits: Edits<StopText>;
  theirs: Versioned<StopText>;
  /** Answers the fields in which theirs is taken. */
  onResolve: (lost: (keyof StopText)[]) => void;
  onLater: () => void;
}

/** Somebody else changed the same fields of this stop. */
export function StopConflict({ base, edits, theirs, onResolve, onLater }: StopConflictProps) {
  const { t } = useTranslation('stop-form');
  const wordsOf = useValueWords();
  // The picture is one decision: its address, with which its id goes.
  const conflicts = conflictsOf(base.fields, edits, theirs.fields);
  const asked = conflicts.some(({ field }) => field === 'imageUrl') ? conflicts.filter(({ field }) => field !== 'imageId') : conflicts;
  const resolve = (keep: string[]): void => {
    const lost = asked.map(({ field }) => field).filter((field) => !keep.includes(field));
    onResolve(lost.includes('imageUrl') ? [...lost, 'imageId'] : lost);
  };
  return (
    <FieldConflictDialog
      fields={asked.map((conflict) => ({
        field: conflict.field,
        label: t(`fields.${conflict.field}`),
        mine: wordsOf(conflict, 'mine'),
        theirs: wordsOf(conflict, 'theirs'),
      }))}
      onResolve={resolve}
      onLater={onLater}
    />
  );
}

/** A value as the writer knows it. */
function useValueWords(): (conflict: FieldConflict<StopText>, side: 'mine' | 'theirs') => string {
  const { t } = useTranslation('stop-form');
  const reader = useReader();
  return ({ field, ...values }, side) => {
    const value = values[side];
    if (value === null) return '';
    switch (field) {
      case 'imageUrl':
      case 'imageId':
        return t(side === 'mine' ? 'conflict.myPicture' : 'conflict.theirPicture');
      case 'state':
        return t(`state.${value}`);
      case 'arrivalTime':
      case 'startTime':
      case 'departureTime':
        return momentWords(String(value), reader);
      case 'durationMinutes':
      case 'travelTimeMinutes':
        return durationText(Number(value), reader);
      case 'title':
      case 'highlight':
      case 'description':
        return String(value);
      default:
        return field satisfies never;
    }
  };
}

const momentWords = (moment: string, reader: Reader): string =>
  `${clockTimesOf({ arrivalTime: moment, startTime: null, departureTime: null }).date}, ${clockText(moment, reader)}`;
