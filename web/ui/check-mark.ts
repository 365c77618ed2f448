import { useEffect, useState } from 'react';

/** spec 8 and 9: duration of the check mark after a copy, milliseconds. */
const checkedFor = 2_000;

/** State of the check mark and its setter; it resets by itself. */
export function useCheckMark(): [isChecked: boolean, setChecked: (isChecked: boolean) => void] {
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    if (!isChecked) return;
    const timer = setTimeout(() => setChecked(false), checkedFor);
    return () => clearTimeout(timer);
  }, [isChecked]);
  return [isChecked, setChecked];
}
