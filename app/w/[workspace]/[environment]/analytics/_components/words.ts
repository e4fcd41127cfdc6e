/** A number of calls; a dash if there is none. */
export const count = (n: number | null): string => (n === null ? "–" : n.toLocaleString("en"));

/** A share in percent; a dash for a share of nothing. */
export const share = (part: number, total: number): string =>
  total === 0 ? "–" : (part / total).toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
