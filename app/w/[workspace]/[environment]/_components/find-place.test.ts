import { expect, it } from "vitest";
import { ROLES } from "@/lib/platform/context/roles";
import { findPlace, findSection, pagesFor, parentPlace, pathAfterSwitch } from "./find-place";
import { SECTIONS } from "./places";
import { SETTINGS } from "./settings-places";

it.each([
  ["/calls/call_1", "/calls"],
  ["/tools/new", "/tools"],
  ["/settings/keys", "/settings/keys"],
  ["/agents/agt_1/versions/2", "/agents"],
  ["/callsigns", "/"],
  ["/", "/"],
])("%s leads back to %s", (path, href) => {
  expect(parentPlace(path).href).toBe(href);
});

it.each([
  ["/tools/tool_1", "Agents"],
  ["/phone-numbers", "Agents"],
  ["/active-calls", "Calls"],
  ["/webhooks/whk_1", "Integrations"],
  ["/settings", "Settings"],
  ["/settings/audit", "Settings"],
  ["/", "Home"],
])("%s belongs to the section %s", (path, label) => {
  expect(findSection(path)?.label).toBe(label);
});

it.each([
  ["/calls/call_1", "/calls"],
  ["/settings/keys", "/settings/keys"],
  ["/settings", "/settings"],
  ["/notices", "/"],
  ["/", "/"],
])("a switch from %s opens %s", (path, href) => {
  expect(pathAfterSwitch(path)).toBe(href);
});

it("has eight entries, and lists each page once", () => {
  expect(SECTIONS.map(({ label }) => label)).toEqual([
    "Home",
    "Agents",
    "Calls",
    "Contacts",
    "Campaigns",
    "Analytics",
    "Integrations",
    "Settings",
  ]);
  const paths = SECTIONS.flatMap(({ pages }) => pages.map(({ href }) => href));
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(findPlace(path)?.href).toBe(path);
});

it.each(ROLES)("shows a page in each section and each group of settings to %s", (role) => {
  for (const { pages } of SECTIONS) expect(pagesFor(role, pages)).not.toEqual([]);
});

it("hides the settings that a viewer cannot open", () => {
  const visible = SETTINGS.map(({ label, pages }) => [
    label,
    ...pagesFor("viewer", pages).map((page) => page.label),
  ]);
  expect(visible).toEqual([
    ["Workspace", "General", "Members"],
    ["Access"],
    ["Data", "Subprocessors"],
    ["Your account", "Account", "Sessions"],
  ]);
});
