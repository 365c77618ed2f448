import { useFieldValue } from 'react-admin';

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** A moment in the reader's time zone; hovering shows the zone. */
export function When({ source }: { source: string; label?: string }) {
  const value: unknown = useFieldValue({ source });
  return typeof value === 'string' ? <Moment at={value} /> : <span>–</span>;
}

export const Moment = ({ at }: { at: string }) => {
  const date = new Date(at);
  return (
    <time dateTime={at} title={whole.format(date)} style={{ whiteSpace: 'nowrap' }}>
      {short.format(date)}
    </time>
  );
};
