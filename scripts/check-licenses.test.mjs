import { expect, it } from "vitest";
import { findFaults, isPermissive, listPackages } from "./check-licenses.mjs";

it.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["Apache-2.0 AND MIT", true],
  ["MIT and ISC", true],
  ["Apache 2.0", true],
  ["Apache-2.0 AND LGPL-3.0-or-later", false],
  ["GPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE.txt", false],
  ["", false],
])("judges the expression %j", (expression, expected) => {
  expect(isPermissive(expression)).toBe(expected);
});

const lock = {
  packages: {
    "": { name: "parley" },
    "node_modules/a": { license: "MIT" },
    "node_modules/a/node_modules/@scope/b": { license: "AGPL-3.0-only" },
    "node_modules/c": {},
    "node_modules/d-win32": { optional: true },
  },
};
const installed = { "node_modules/a": "MIT", "node_modules/c": null };

it("names packages without a permissive license, and those without any", () => {
  const packages = listPackages(lock, (path) => installed[path]);
  expect(findFaults(packages, {})).toEqual([
    expect.stringMatching(/^@scope\/b: AGPL-3\.0-only\./),
    expect.stringMatching(/^c: no license\./),
  ]);
});

it("accepts an exception, and names one that no package needs", () => {
  const packages = listPackages(lock, (path) => installed[path]);
  expect(findFaults(packages, { "@scope/": "tests only", c: "own", e: "gone" })).toEqual([
    "e: no package needs this exception. Remove it.",
  ]);
});
