import { spawnSync } from "node:child_process";

const npm = (root, args) => {
  const { status } = spawnSync(
    "npm",
    [...args, "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
    },
  );
  if (status !== 0) throw new Error(`npm ${args[0]} exited with ${status}.`);
};

/**
 * Removes the packages that only builds and tests need. For another processor than this machine's, the packages are installed
 * again, with that processor's libraries: the build's output is the same for all.
 */
export function keepProductionPackages(root, { platform, arch }) {
  if (arch === process.arch) npm(root, ["prune"]);
  else npm(root, ["ci", "--include=optional", `--os=${platform}`, `--cpu=${arch}`]);
}
