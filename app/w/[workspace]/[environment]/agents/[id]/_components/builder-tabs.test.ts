import { expect, it } from "vitest";
import { SECTIONS, sectionOf } from "./agent-form";
import { parseSection, parseTab, tabOf } from "./builder-tabs";
import { problemsOf } from "./draft-problems";

it("every section except the basics is in one tab", () => {
  for (const { id } of SECTIONS) expect(tabOf(id) === null, id).toBe(id === "basics");
});

it("links and addresses open a tab, unknown ones the first", () => {
  expect(tabOf(sectionOf("/variables/0/category"))).toBe("data");
  expect(tabOf(sectionOf("/disclosure/text"))).toBe("privacy");
  expect(parseSection("#outcomes")).toBe("outcomes");
  expect(parseSection("#nothing")).toBeNull();
  expect([parseTab("voice"), parseTab("nothing"), parseTab(null)]).toEqual(["voice", "prompt", "prompt"]);
});

it("problems of changes are named by the path of their field", () => {
  const variable = { type: "string", required: true, sensitive: false, category: "general" } as const;
  const problems = problemsOf(
    {
      name: " ",
      variables: [{ ...variable, name: "Bad name", description: "", choices: null, digits: null }],
    },
    ({ code }) => code,
  );
  expect(Object.keys(problems).sort()).toEqual(["name", "variables.0.name"]);
  expect(problemsOf({ name: "Desk" }, ({ code }) => code)).toEqual({});
});
