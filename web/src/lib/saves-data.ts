/** True when the browser requests reduced data usage; some browsers never report it. */
export const savesData = (): boolean => 'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true;
