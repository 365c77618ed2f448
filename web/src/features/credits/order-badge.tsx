import type { Order } from '@waystory/proto/billing/order.ts';
import { Badge, type BadgeProps } from '@waystory/ui/badge.tsx';
import { useTranslation } from 'react-i18next';
import { type OrderStage, stageOf } from '../../model/credits/order-stage.ts';

const tones: Readonly<Record<OrderStage, BadgeProps['tone']>> = {
  opening: 'neutral',
  open: 'warning',
  processing: 'teal',
  arriving: 'teal',
  held: 'danger',
  fulfilled: 'success',
  expired: 'outline',
  cancelled: 'outline',
  declined: 'danger',
  failed: 'danger',
  refunded: 'neutral',
};

/** State of an order as a short label. */
export function OrderBadge({ order }: { order: Order }) {
  const { t } = useTranslation('credits');
  const stage = stageOf(order);
  return <Badge tone={tones[stage]}>{t(`stages.${stage}`)}</Badge>;
}
