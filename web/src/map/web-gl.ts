/** True when drawing a map is worth trying. It may still fail, but a test context would cost as much as the map's own. */
export const canDrawMap = (): boolean => 'WebGL2RenderingContext' in window;
