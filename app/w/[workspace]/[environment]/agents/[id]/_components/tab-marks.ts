import { sectionOfField } from "./agent-form";
import { type TabId, tabOf } from "./builder-tabs";
import { type DraftState, summarize } from "./draft-store";
import { fieldsWithProblems } from "./problem-fields";

type Mark = "problem" | "unsaved";
export type TabMarks = Partial<Record<TabId, Mark>>;

/** Marks of the tabs whose fields have a problem or are not saved. */
export function marksOf(state: DraftState): TabMarks {
  const { draft, immediate } = summarize(state);
  const marks: TabMarks = {};
  const setMarks = (fields: Iterable<string>, mark: Mark) => {
    for (const field of fields) {
      const tab = tabOf(sectionOfField(field));
      if (tab !== null) marks[tab] = mark;
    }
  };
  setMarks([...Object.keys(draft), ...Object.keys(immediate)], "unsaved");
  setMarks(fieldsWithProblems(state.problems), "problem");
  return marks;
}
