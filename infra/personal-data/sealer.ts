import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { PersonalData } from '@waystory/proto/kit/event.ts';
import type { ExpectedVersion, NewEvent, RecordedEvent } from '../event-store/port.ts';
import type { KeyRing } from './key-ring.ts';
import type { KeyPosition } from './port.ts';

type Said = Pick<NewEvent, 'id' | 'type' | 'data'>;

/** Seals personal fields of events on write and opens them on read. Other events pass unchanged. */
export interface Sealer {
  /** True when an event may hold personal data. */
  concerns(events: readonly Said[]): boolean;
  /** Creates keys for the accounts that these events create, before the events are appended. */
  begin(expected: ExpectedVersion, events: readonly NewEvent[]): Promise<void>;
  /** Encrypts personal fields. For a deleted account, it uses a random key that is not stored. */
  seal<E extends Said>(events: E[]): Promise<E[]>;
  /** Decrypts personal fields; a text without its key becomes null. */
  open(events: RecordedEvent[]): Promise<RecordedEvent[]>;
}

/** @param personal Personal fields by event type. */
export function createSealer(keys: KeyRing, personal: ReadonlyMap<string, PersonalData>): Sealer {
  const isPersonal = ({ type }: Said): boolean => personal.has(type);
  const ownerOf = ({ type, data }: Said): string => String(data[personal.get(type)?.owner ?? '']);
  /** The event with its personal texts changed; the same object when it has none. */
  const changed = <E extends Said>(event: E, change: (text: string, place: string) => string | null): E => {
    const fields = personal.get(event.type)?.fields ?? [];
    const data = fields.reduce((before, path) => changeText(before, path.split('.'), (text) => change(text, `${event.id} ${path}`)), event.data);
    return data === event.data ? event : { ...event, data };
  };
  const sealedPlaces = (event: RecordedEvent): KeyPosition[] => {
    const places: KeyPosition[] = [];
    changed(event, (text) => {
      const life = lifeOf(text);
      if (life !== null) places.push({ accountId: ownerOf(event), life });
      return text;
    });
    return places;
  };
  return {
    concerns: (events) => events.some(isPersonal),
    begin: async (expected, events) => {
      if (expected === 'any') return;
      const begun = events.flatMap((event, index) =>
        personal.get(event.type)?.begins ? [{ accountId: ownerOf(event), life: expected + index + 1, key: generateKey() }] : [],
      );
      if (begun.length > 0) await keys.add(begun);
    },
    seal: async (events) => {
      const owners = new Set(events.filter((event) => (personal.get(event.type)?.fields.length ?? 0) > 0).map(ownerOf));
      if (owners.size === 0) return events;
      const present = await keys.present([...owners]);
      return events.map((event) => {
        const { life = 0, key } = present.get(ownerOf(event)) ?? {};
        return changed(event, (text, place) => sealText(text, key ?? generateKey(), life, place));
      });
    },
    open: async (events) => {
      const places = events.some(isPersonal) ? events.filter(isPersonal).flatMap(sealedPlaces) : [];
      if (places.length === 0) return events;
      const keyAt = await keys.find(places);
      const openWith = (accountId: string) => (text: string, place: string) => {
        const life = lifeOf(text);
        if (life === null) return text;
        const key = keyAt({ accountId, life });
        return key && openText(text, key, place);
      };
      return events.map((event) => (isPersonal(event) ? changed(event, openWith(ownerOf(event))) : event));
    },
  };
}

/** The object with the text at a path changed; the same object when nothing changes. */
function changeText(data: Record<string, unknown>, [name = '', ...rest]: string[], change: (text: string) => string | null): Record<string, unknown> {
  const value = data[name];
  const next = rest.length === 0 ? (typeof value === 'string' ? change(value) : value) : isRecord(value) ? changeText(value, rest, change) : value;
  return next === value ? data : { ...data, [name]: next };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];
/** Length of a key, bytes. */
const keyBytes = 32;
/** `sealed:<format version>:<incarnation of the account>:<iv, tag and text, base64url>`, a form that people do not write by chance. */
const form = /^sealed:1:(0|[1-9]\d{0,15}):([A-Za-z0-9_-]{38,})$/;

export const generateKey = (): Buffer => randomBytes(keyBytes);

/** @param place Event id and field path, authenticated with the text (AAD), so that it decrypts nowhere else. */
function sealText(text: string, key: Buffer, life: number, place: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return `sealed:1:${life}:${Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Incarnation of the account whose key decrypts the text; null for a text that is not sealed. */
function lifeOf(text: string): number | null {
  const life = text.startsWith('sealed:') ? form.exec(text)?.[1] : undefined;
  return life === undefined ? null : Number(life);
}

/** The decrypted text; null when it was not sealed with this key for this event and field. */
function openText(sealed: string, key: Buffer, place: string): string | null {
  const bytes = Buffer.from(form.exec(sealed)?.[2] ?? '', 'base64url');
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return null;
  }
}
