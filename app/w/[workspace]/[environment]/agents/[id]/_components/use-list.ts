import { useCallback } from "react";
import { type AgentValues, sectionOfField } from "./agent-form";
import { useDraftStore } from "./draft-context";
import { focusPath, focusSection } from "./focus-path";
import { moveRow, removeRow, replaceRow } from "./list-edit";

export type ListField = "variables" | "outcomes" | "transfer_targets";
/** The field of a list that a new row is edited in first. */
export const FIRST_INPUT = { variables: "name", outcomes: "tag", transfer_targets: "to" } as const;
type Row<F extends ListField> = AgentValues[F][number];

/** Edits of a list of the draft. They do not change between renders, so that rows can be memoized. */
export function useList<F extends ListField>(field: F) {
  const store = useDraftStore();
  const listOf = useCallback(() => store.get().values[field] as readonly Row<F>[], [store, field]);
  const set = useCallback(
    (list: readonly Row<F>[], path?: string) =>
      store.edit({ [field]: list } as unknown as Partial<AgentValues>, path),
    [store, field],
  );
  const change = useCallback(
    (at: number, changes: Partial<Row<F>>) =>
      set(replaceRow(listOf(), at, changes), `${field}.${at}.${Object.keys(changes)[0] ?? ""}`),
    [set, listOf, field],
  );
  const remove = useCallback(
    (at: number) => {
      const remaining = removeRow(listOf(), at);
      set(remaining);
      // The button that was pressed is gone.
      if (remaining.length === 0) focusSection(sectionOfField(field));
      else focusPath(`${field}.${Math.min(at, remaining.length - 1)}.${FIRST_INPUT[field]}`);
    },
    [set, listOf, field],
  );
  const move = useCallback((from: number, to: number) => set(moveRow(listOf(), from, to)), [set, listOf]);
  const add = useCallback((row: Row<F>) => set([...listOf(), row]), [set, listOf]);
  return { change, remove, move, add };
}
