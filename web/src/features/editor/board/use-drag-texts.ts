import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';
import { useTranslation } from 'react-i18next';
import { type BoardColumn, cardOf, columnAt } from '../../../model/arrangement/board.ts';

/** What a screen reader says while a stop is moved. */
export function useDragTexts(board: readonly BoardColumn[]): { announcements: Announcements; screenReaderInstructions: ScreenReaderInstructions } {
  const { t } = useTranslation('editor');
  const where = (key: UniqueIdentifier, over: UniqueIdentifier) => {
    const column = columnAt(board, String(over));
    const at = column?.cards.findIndex((card) => card.key === String(over)) ?? -1;
    return {
      title: cardOf(board, String(key))?.stop.title,
      day: column?.day ? t('day.heading', { number: column.day.number }) : t('day.unplanned'),
      position: at < 0 ? (column?.cards.length ?? 0) + 1 : at + 1,
    };
  };
  return {
    screenReaderInstructions: { draggable: t('drag.instructions') },
    announcements: {
      onDragStart: ({ active }) => t('drag.picked', where(active.id, active.id)),
      onDragOver: ({ active, over }) => (over ? t('drag.over', where(active.id, over.id)) : t('drag.nowhere')),
      onDragEnd: ({ active, over }) => (over ? t('drag.dropped', where(active.id, over.id)) : t('drag.cancelled')),
      onDragCancel: () => t('drag.cancelled'),
    },
  };
}
