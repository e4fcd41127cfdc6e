/** A column that the reader can show and hide. */
export type Choosable = { id: string; header: string; hidable?: boolean; hidden?: boolean };

/** Which columns are shown: what the address says (`?columns=a,b`), else what the page does. */
export function visibility(
  columns: readonly Choosable[],
  chosenColumns: string | null,
): Record<string, boolean> {
  const names = chosenColumns?.split(",");
  return Object.fromEntries(
    columns.map(({ id, hidable = true, hidden = false }) => [
      id,
      !hidable || (names === undefined ? !hidden : names.includes(id)),
    ]),
  );
}
