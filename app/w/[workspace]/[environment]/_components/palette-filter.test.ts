import { expect, it } from "vitest";
import { shell } from "@/messages/en/shell";
import { english } from "@/messages/testing/english";
import { creationCommandsFor } from "./creation-commands";
import { emptyText, filterPalette, namesPage } from "./palette-filter";

const t = english("shell.palette");
const commands = creationCommandsFor("owner").map(({ id }) => ({
  id,
  label: t(`create.${id}`),
  keywords: t(`createKeywords.${id}`),
}));
const pages = [
  { id: "/agents", label: "Agents", description: "Build, test and deploy your agents" },
  {
    id: "/settings/workspace",
    label: "General",
    description: "Name, time zone, payments and defaults of new agents",
  },
  { id: "/settings/members", label: "Members", description: "Members, invitations and roles" },
];
const idsOf = (query: string) =>
  filterPalette(query, [
    { group: "Go to", actions: pages },
    { group: "Commands", actions: commands },
  ]).flatMap((item) => ("actions" in item ? item.actions.map(({ id }) => id) : []));

it.each([
  ["invite", "invitation"],
  ["add user", "invitation"],
  ["create agent", "agent"],
  ["new agent", "agent"],
  ["agent new", "agent"],
  ["new campaign", "campaign"],
  ["import contacts", "import"],
  ["upload csv", "import"],
  ["call a number", "call"],
  ["place a call", "call"],
  ["create API key", "key"],
  ["new key", "key"],
])("finds the command for %j first", (query, id) => {
  expect(idsOf(query)[0]).toBe(id);
});

it("lists labels with the query before other matches, and everything without a query", () => {
  expect(idsOf("agents")).toEqual(["/agents", "/settings/workspace"]);
  expect(idsOf("members")).toEqual(["/settings/members"]);
  expect(idsOf(" ")).toHaveLength(pages.length + commands.length);
  for (const query of ["zyzzyvas", "new zyzzyvas", "?!"]) expect(idsOf(query)).toEqual([]);
});

it("offers each role the commands that it can use", () => {
  expect(creationCommandsFor("viewer")).toEqual([]);
  expect(creationCommandsFor("builder").map(({ id }) => id)).toEqual([
    "call",
    "agent",
    "campaign",
    "contact",
    "import",
    "tool",
  ]);
  expect(creationCommandsFor("owner").map(({ id }) => id)).toEqual(Object.keys(shell.palette.create));
});

it("asks for the whole number if a number is not found", () => {
  for (const query of ["5550101", "(213) 555", "+1 213"]) expect(emptyText(query, false)).toBe("emptyNumber");
  for (const query of ["", "12", "---", "agent 5550101"]) expect(emptyText(query, false)).toBe("empty");
  expect(emptyText("5550101", true)).toBe("loading");
});

it.each([
  ["scores", true],
  ["Front desk score", true],
  ["sc", false],
  ["front desk", false],
])("the query %j has a word of the page: %s", (query, expected) => {
  expect(namesPage(query, "scores, scorecard, criteria")).toBe(expected);
});
