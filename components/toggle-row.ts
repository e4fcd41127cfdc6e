/** The range from the row that was toggled last to a row, in either direction. */
function rangeOf(ids: readonly string[], from: string, to: string): readonly string[] {
  const ends = [ids.indexOf(from), ids.indexOf(to)].sort((left, right) => left - right);
  const [start = -1, end = -1] = ends;
  return start < 0 ? [to] : ids.slice(start, end + 1);
}

/**
 * The selected rows after one of them is toggled. `from`: the row that was toggled before it, if every row between the two
 * gets the same state.
 */
export function toggleRow(
  { ids, selected }: { ids: readonly string[]; selected: ReadonlySet<string> },
  id: string,
  from: string | null,
): ReadonlySet<string> {
  const range = from === null ? [id] : rangeOf(ids, from, id);
  const result = new Set(selected);
  for (const each of range) {
    if (selected.has(id)) result.delete(each);
    else result.add(each);
  }
  return result;
}
