import type { DeadLetter } from '@waystory/infra/dead-letters/port.ts';
import { isObject } from '@waystory/infra/history/history.ts';
import { personalData } from '@waystory/proto/events/personal.ts';
import type { ParkedEvent, ParkedEventDetail } from '@waystory/proto/operations/parked-event.ts';

/** Entry of a parked event in a list. */
export function parkedEventSummaryOf({ id, consumer, record: { event }, error, parkedAt }: DeadLetter): ParkedEvent {
  const { stream, version, type, position } = event;
  return { id, consumer, stream, version, type, position, error, parkedAt };
}

/** A parked event with its data. Personal data and messages to the assistant are withheld. */
export function parkedEventDetailOf(parked: DeadLetter): ParkedEventDetail {
  const { at, meta, data, type } = parked.record.event;
  const personal = personalData.get(type)?.fields ?? [];
  const withheld = personal.filter((path) => valueAt(data, path.split('.')) !== undefined);
  const clear = withheld.reduce((left, path) => withoutField(left, path.split('.')), data);
  return { ...parkedEventSummaryOf(parked), at, actorId: meta.actorId, cause: meta.cause ?? null, data: clear, withheld };
}

function valueAt(data: Record<string, unknown>, [name = '', ...rest]: string[]): unknown {
  const value = data[name];
  if (rest.length === 0) return value;
  return isObject(value) ? valueAt(value, rest) : undefined;
}

function withoutField(data: Record<string, unknown>, [name = '', ...rest]: string[]): Record<string, unknown> {
  const { [name]: value, ...others } = data;
  return rest.length > 0 && isObject(value) ? { ...others, [name]: withoutField(value, rest) } : others;
}
