import { describe, expect, test } from "vitest";
import type { Variable } from "./schema";
import { marksAfter, sensitiveOfNewCall, sensitiveOfStoredCall } from "./sensitive";

const variable = (name: string, sensitive: boolean): Variable => ({
  name,
  type: "string",
  description: name,
  required: true,
  sensitive,
  category: "general",
  choices: null,
});
const of = (...marked: [string, boolean][]) => ({
  variables: marked.map(([name, on]) => variable(name, on)),
});

const EARLY = "2026-11-20T00:00:00.000Z";
const NOON = "2026-11-21T12:00:00.000Z";
const LATE = "2026-11-22T00:00:00.000Z";

describe("what is masked", () => {
  test("in a new call: what its version marks and what the draft marks by now", () => {
    expect(
      sensitiveOfNewCall(of(["a", true], ["b", false], ["c", false]), of(["a", false], ["b", true])),
    ).toEqual(["a", "b"]);
  });

  test("in a stored call: what was pinned, and what was marked after it was made", () => {
    const marks = { before: EARLY, since: LATE, pinned: EARLY };
    expect(sensitiveOfStoredCall(["pinned"], marks, NOON)).toEqual(["pinned", "since"]);
  });
});

describe("marks", () => {
  test("newly sensitive variables get the time, others keep theirs", () => {
    const marks = marksAfter(
      { old: EARLY },
      [of(["a", false], ["b", true])],
      of(["a", true], ["b", true]),
      NOON,
    );
    expect(marks).toEqual({ old: EARLY, a: NOON });
  });

  test("unmarking and removing loses no mark, and marking again renews it", () => {
    const marked = { a: EARLY };
    expect(marksAfter(marked, [of(["a", true])], of(["a", false]), NOON)).toEqual(marked);
    expect(marksAfter(marked, [of(["a", true])], of(), NOON)).toEqual(marked);
    expect(marksAfter(marked, [of(["a", false])], of(["a", true]), NOON)).toEqual({ a: NOON });
  });
});
