import { expect, it } from "vitest";
import { toValues } from "./agent-form";
import { createRefusals } from "./refused-fields";
import { sampleAgent } from "./testing/sample-agent";

const VALUES = toValues(sampleAgent());

it("a refused value is not sent again until it changes", () => {
  const refusals = createRefusals();
  refusals.add(["name", "variables"], { "variables.0.name": "Another variable has this name." }, VALUES);
  expect(refusals.fields()).toEqual(["variables"]);
  expect(refusals.problems({ ...VALUES, name: "Reception" })).toEqual({
    "variables.0.name": "Another variable has this name.",
  });
  expect(refusals.problems({ ...VALUES, variables: [] })).toEqual({});
  expect(refusals.fields()).toEqual([]);
});

it("all fields are kept back if the problems name none of them, so that no request repeats", () => {
  const refusals = createRefusals();
  refusals.add(["type"], { voice_id: "A voice agent needs a voice." }, VALUES);
  expect(refusals.problems(VALUES)).toEqual({ voice_id: "A voice agent needs a voice." });
  expect(refusals.fields()).toEqual(["type"]);
  refusals.problems({ ...VALUES, voice_id: "builtin:slt" });
  expect(refusals.fields(), "another field can have been the reason").toEqual([]);
});
