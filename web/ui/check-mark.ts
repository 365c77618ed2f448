import { useEffect, useState } from 'react';

/** spec 8 and 9: what was copied is confirmed with a check mark for so long, milliseconds. */
const checkedFor = 2_000;

/** Whether the check mark stands, and how to set it; it goes by itself. */
export function useCheckMark(): [isChecked: boolean, setChecked: (isChecked: boolean) => void] {
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    if (!isChecked) return;
    const timer = setTimeout(() => setChecked(false), checkedFor);
    return () => clearTimeout(timer);
  }, [isChecked]);
  return [isChecked, setChecked];
}
