import { type Finding, failed, passed, warning } from "./finding";

/** The oldest version that the packages support, and the major versions that Parley is tested with (docs/deploy.md). */
const MIN_MAJOR = 20;
const MIN_MINOR = 19;
const TESTED_MAJORS = [20, 22, 24];

/** `version`: without a leading "v", such as 22.11.0. */
export function checkNode({ version }: { version: string }): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < MIN_MAJOR || (major === MIN_MAJOR && minor < MIN_MINOR))
    return failed(`Node.js ${version}`, "Install Node.js 20.19, 22 or 24 (recommended).");
  if (!TESTED_MAJORS.includes(major))
    return warning(`Node.js ${version}, which Parley is not tested with`, "Install Node.js 24 or 22.");
  return passed(`Node.js ${version}`);
}
