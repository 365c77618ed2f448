/** True when the browser asks to save data; not every browser tells. */
export const savesData = (): boolean => 'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true;
