/** Whether it is worth trying to draw a map. A browser that says yes may still fail; MapLibre then says so, and a context only to ask would cost as much as the map's own. */
export const canDrawMap = (): boolean => 'WebGL2RenderingContext' in window;
