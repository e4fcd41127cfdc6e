/** The count for one set of labels. */
type LabeledCount<L extends string> = { readonly labels: Readonly<Record<L, string>>; readonly n: number };

/** Counters of events in this process, by labels that have a few values each. */
export type EventCounter<L extends string> = {
  readonly names: readonly L[];
  count(labels: Readonly<Record<L, string>>): void;
  /** Starts a series at 0. Monitoring does not see an increase in a series that starts at 1. */
  begin(labels: Readonly<Record<L, string>>): void;
  counts(): readonly LabeledCount<L>[];
};

/** Far more series than correct labels produce. More series are a bug and are dropped, to limit memory. */
const MAX_SERIES = 2_000;

/**
 * Creates a counter with these label names. Label values come from a fixed list in the product, such as error
 * codes or job names, never from ids, names or transcripts.
 */
export function createEventCounter<const L extends string>(names: readonly L[]): EventCounter<L> {
  const series = new Map<string, { labels: Readonly<Record<L, string>>; n: number }>();
  const add = (labels: Readonly<Record<L, string>>, n: number) => {
    const key = names.map((name) => labels[name]).join("\n");
    const existing = series.get(key);
    if (existing !== undefined) existing.n += n;
    else if (series.size < MAX_SERIES) series.set(key, { labels: { ...labels }, n });
  };
  return {
    names,
    count: (labels) => add(labels, 1),
    begin: (labels) => add(labels, 0),
    counts: () => [...series.values()],
  };
}
