import { expect, it } from "vitest";
import { ROLES } from "@/lib/platform/context/roles";
import { findPage, findSection, pagesFor, parentPage, pathAfterSwitch } from "./find-page";
import { SECTIONS } from "./sections";
import { SETTINGS } from "./settings-sections";

it.each([
  ["/calls/call_1", "/calls"],
  ["/tools/new", "/tools"],
  ["/settings/keys", "/settings/keys"],
  ["/agents/agt_1/versions/2", "/agents"],
  ["/callsigns", "/"],
  ["/", "/"],
])("%s leads back to %s", (path, href) => {
  expect(parentPage(path).href).toBe(href);
});

it.each([
  ["/tools/tool_1", "agents"],
  ["/phone-numbers", "agents"],
  ["/active-calls", "calls"],
  ["/webhooks/whk_1", "integrations"],
  ["/settings", "settings"],
  ["/settings/audit", "settings"],
  ["/", "home"],
])("%s belongs to the section %s", (path, id) => {
  expect(findSection(path)?.id).toBe(id);
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
  expect(SECTIONS.map(({ id }) => id)).toEqual([
    "home",
    "agents",
    "calls",
    "contacts",
    "campaigns",
    "analytics",
    "integrations",
    "settings",
  ]);
  const paths = SECTIONS.flatMap(({ pages }) => pages.map(({ href }) => href));
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(findPage(path)?.href).toBe(path);
});

it.each(ROLES)("shows a page in each section and each group of settings to %s", (role) => {
  for (const { pages } of SECTIONS) expect(pagesFor(role, pages)).not.toEqual([]);
});

it("hides the settings that a viewer cannot open", () => {
  const visible = SETTINGS.map(({ id, pages }) => [id, ...pagesFor("viewer", pages).map((page) => page.id)]);
  expect(visible).toEqual([
    ["workspace", "workspace", "members", "costs"],
    ["access"],
    ["data", "verify", "subprocessors"],
    ["account", "account", "sessions"],
  ]);
});
