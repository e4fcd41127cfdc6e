import { expect, it } from "vitest";
import { ROLES } from "@/lib/platform/context/roles";
import { placeOf, sectionsFor } from "./places";

it.each([
  ["/calls/call_1", "/calls"],
  ["/tools/new", "/tools"],
  ["/settings/keys", "/settings/keys"],
  ["/agents/agt_1/versions/2", "/agents"],
  ["/callsigns", "/agents"],
  ["/", "/agents"],
])("what hangs below %s is led back to %s", (path, href) => {
  expect(placeOf(path).href).toBe(href);
});

it.each(ROLES)("%s finds something under each heading, and each place once", (role) => {
  const sections = sectionsFor(role);
  expect(sections.filter(({ places }) => places.length === 0)).toEqual([]);
  const all = sections.flatMap(({ places }) => places.map(({ href }) => href));
  expect(new Set(all).size).toBe(all.length);
});

it("settings stand in groups, and who only looks is led to none that is not theirs", () => {
  const [, ...groups] = sectionsFor("viewer");
  expect(groups.map(({ label, places }) => [label, ...places.map((place) => place.label)])).toEqual([
    ["Settings", "Workspace", "Phone numbers"],
    ["People and access", "Members"],
    ["Data", "Subprocessors"],
    ["Your account", "Account", "Sessions"],
  ]);
});
