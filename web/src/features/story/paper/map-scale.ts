const kilometresPerMile = 1.609344;

/** Length of a scale bar: a round number in the reader's unit. */
export interface ScaleLength {
  units: number;
  kilometres: number;
}

/** Longest scale bar of 1, 2 or 5 times a power of ten that fits the given drawing units. */
export function scaleBarOf(kilometresPerUnit: number, longest: number, isMiles: boolean): ScaleLength {
  const each = isMiles ? kilometresPerMile : 1;
  const most = (kilometresPerUnit * longest) / each;
  const power = 10 ** Math.floor(Math.log10(most));
  const round = [5, 2, 1].map((times) => times * power).find((length) => length <= most) ?? power;
  return { units: (round * each) / kilometresPerUnit, kilometres: round * each };
}
