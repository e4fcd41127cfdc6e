import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPrebuilt } from "../start/prebuilt.mjs";
import { isBuilt, stampFile } from "../start/stale.mjs";

/** `mark`: the beginning of the hash of the built sources; null if there is no complete build. */
export type Build = { version: string; mark: string | null; isPrebuilt: boolean; isCurrent: boolean };

const MARK_LETTERS = 12;

/** Reads the build in Parley's folder, which nothing is written to. */
export function readBuild(root: string): Build {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const file = stampFile(root);
  return {
    version,
    mark: existsSync(file) ? readFileSync(file, "utf8").trim().slice(0, MARK_LETTERS) : null,
    isPrebuilt: isPrebuilt(root),
    isCurrent: isBuilt(root),
  };
}
