// Checks that each path in backticks in the guides exists, so that they do not mislead their readers.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const GUIDES = ["AGENTS.md", "README.md", "docs/architecture.md"];
/** A path starts with a folder of the repository; other words in backticks are not paths. */
const PATH = /^(?:app|bin|components|docs|e2e|lib|prisma|public|scripts|test|bench|\.ci)\/[\w./[\]()-]*$/;

/** The paths in backticks of a text, except paths with a placeholder. */
export function citedPaths(text) {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, cited]) => cited.replace(/:\d+$/, ""))
    .filter((cited) => PATH.test(cited));
}

const missing = GUIDES.filter((guide) => existsSync(join(root, guide))).flatMap((guide) =>
  citedPaths(readFileSync(join(root, guide), "utf8"))
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${guide} cites ${path}, which does not exist.`),
);
if (missing.length > 0) {
  process.stderr.write(`${missing.join("\n")}\n`);
  process.exitCode = 1;
}
