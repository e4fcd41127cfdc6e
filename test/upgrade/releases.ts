import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { bundle, entries } from "../../scripts/build.mjs";

export const ROOT = join(import.meta.dirname, "..", "..");
/** Reading a commit takes a second, bundling it two. */
const STEP_TIMEOUT_MS = 120_000;

/** A release from the history: how far back an upgrade begins. */
export type Release = {
  commit: string;
  title: string;
  /** Whether its processes can run while those of this release do. If not, the reason. */
  sideBySide: true | string;
};

/** The releases from which the test upgrades, oldest first. */
export const RELEASES: readonly Release[] = [
  {
    commit: "9d4a9241",
    title: "the baseline",
    sideBySide: "it cannot read the compressed transcripts that this release stores (docs/decisions/0080)",
  },
  { commit: "b120e4fb", title: "the first release with compressed transcripts", sideBySide: true },
];

/** Whether the history of this checkout has a commit. A shallow clone, as in CI, has the newest only. */
export const hasCommit = (commit: string): boolean =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{tree}`], { cwd: ROOT, timeout: STEP_TIMEOUT_MS }).status ===
  0;

const BUNDLE = `
const { bundle, entries, generate } = await import("./scripts/build.mjs");
await generate();
await bundle(entries());`;

/** Unpacks a release into `folder` and bundles its processes, without its pages. It uses the packages of this checkout. */
export function unpackRelease({ commit }: Release, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", commit], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
    timeout: STEP_TIMEOUT_MS,
  });
  execFileSync("tar", ["x", "-C", folder], { input: archive, timeout: STEP_TIMEOUT_MS });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, ["--input-type=module", "--eval", BUNDLE], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: STEP_TIMEOUT_MS,
  });
  return folder;
}

/** Copies this checkout's processes and migrations into `folder`, so that the test can add migrations to them. */
export async function copyThisRelease(folder: string): Promise<string> {
  await bundle(entries());
  mkdirSync(folder, { recursive: true });
  for (const part of ["dist", "package.json", join("prisma", "migrations")])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  for (const part of ["node_modules", "lib", "scripts"])
    if (existsSync(join(ROOT, part))) symlinkSync(join(ROOT, part), join(folder, part));
  return folder;
}
