/** What was counted with the same labels. */
type Counted<L extends string> = { readonly labels: Readonly<Record<L, string>>; readonly n: number };

/** Counts of what has happened in this process, by labels that have a few values each. */
export type Tally<L extends string> = {
  readonly names: readonly L[];
  count(labels: Readonly<Record<L, string>>): void;
  /** Shows these labels with 0 until something is counted: a series that begins with 1 is no rise for who watches it. */
  begin(labels: Readonly<Record<L, string>>): void;
  counts(): readonly Counted<L>[];
};

/** Far more than labels of a few values each make. What is beyond is a mistake, and is not to fill the memory. */
const MOST_SERIES = 2_000;

/**
 * Counts by labels of these names. A label's value comes from a list that the product itself has, such as a code or a
 * job's name: never an id, a name that somebody gave, or anything that was said.
 */
export function tally<const L extends string>(names: readonly L[]): Tally<L> {
  const series = new Map<string, { labels: Readonly<Record<L, string>>; n: number }>();
  const add = (labels: Readonly<Record<L, string>>, n: number) => {
    const key = names.map((name) => labels[name]).join("\n");
    const known = series.get(key);
    if (known !== undefined) known.n += n;
    else if (series.size < MOST_SERIES) series.set(key, { labels: { ...labels }, n });
  };
  return {
    names,
    count: (labels) => add(labels, 1),
    begin: (labels) => add(labels, 0),
    counts: () => [...series.values()],
  };
}
