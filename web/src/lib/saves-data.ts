/** Whether somebody asked their browser to load as little as can be; not every browser knows. */
export const savesData = (): boolean => 'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true;
