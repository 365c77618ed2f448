/** Font of our own labels, which every style includes. */
export const mapFont = ['Noto Sans Medium'];
