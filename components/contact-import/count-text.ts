/** A number with its noun. */
export const countText = (n: number, singular: string, plural = `${singular}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? singular : plural}`;
