import { expect, test } from "vitest";
import { changedFields } from "./changed-fields";

test("lists the fields whose values differ, by name, without derived ones", () => {
  const baseline = { revision: "1", prompt: "Book.", tools: ["opt_out"], greeting: null };
  const latest = {
    revision: "2",
    prompt: "Cancel.",
    tools: ["opt_out"],
    greeting: "Hello.",
    name: "Front desk",
  };
  expect(changedFields(baseline, latest)).toEqual(["greeting", "prompt"]);
  expect(changedFields({ revision: "1" }, latest)).toEqual([]);
});
