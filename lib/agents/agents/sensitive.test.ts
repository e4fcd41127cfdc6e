import { describe, expect, test } from "vitest";
import type { Variable } from "./schema";
import { sensitiveOfNewCall, sensitiveOfStoredCall, updateMarks } from "./sensitive";

const variable = (name: string, sensitive: boolean): Variable => ({
  name,
  type: "string",
  description: name,
  required: true,
  sensitive,
  category: "general",
  choices: null,
  digits: null,
});
const of = (...marked: [string, boolean][]) => ({
  variables: marked.map(([name, on]) => variable(name, on)),
});

const EARLY = "2026-11-20T00:00:00.000Z";
const NOON = "2026-11-21T12:00:00.000Z";
const LATE = "2026-11-22T00:00:00.000Z";

describe("sensitive variables", () => {
  test("of a new call are those that its version or the current draft marks", () => {
    expect(
      sensitiveOfNewCall(of(["a", true], ["b", false], ["c", false]), of(["a", false], ["b", true])),
    ).toEqual(["a", "b"]);
  });

  test("of a stored call are those pinned to it and those marked since", () => {
    const marks = { before: EARLY, since: LATE, pinned: EARLY };
    expect(sensitiveOfStoredCall(["pinned"], marks, NOON)).toEqual(["pinned", "since"]);
  });
});

describe("marks", () => {
  test("newly sensitive variables get the current time, others keep theirs", () => {
    const marks = updateMarks(
      { old: EARLY },
      [of(["a", false], ["b", true])],
      of(["a", true], ["b", true]),
      NOON,
    );
    expect(marks).toEqual({ old: EARLY, a: NOON });
  });

  test("unmarking and removing keep a mark, and marking again renews it", () => {
    const marked = { a: EARLY };
    expect(updateMarks(marked, [of(["a", true])], of(["a", false]), NOON)).toEqual(marked);
    expect(updateMarks(marked, [of(["a", true])], of(), NOON)).toEqual(marked);
    expect(updateMarks(marked, [of(["a", false])], of(["a", true]), NOON)).toEqual({ a: NOON });
  });
});
