/** The face of our own labels, as layers ask for it; every style of the map brings it along. */
export const mapFont = ['Noto Sans Medium'];
