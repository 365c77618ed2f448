/** The face of our own labels; every style of the map brings it along. */
export const countFont = 'Noto Sans Medium';
