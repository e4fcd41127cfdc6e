// `npm run bench`: what a request costs, against a floor on the same data, in one run. docs/performance.md tells how to
// read it.
//   --fresh          seeds again
//   --case=a,b       only these cases (bench/cases.ts), without sizes and pages
//   --pages          only the pages
//   --profile        also writes a CPU profile of the server to .data/bench/profiles
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scopedPath } from "@/lib/platform/context/scope";
import { freePort } from "@/test/fixtures/free-port";
import { bundle } from "../scripts/build.mjs";
import { CASE_NAMES, type CaseName } from "./cases";
import { openDatabase, type Seeded } from "./databases";
import { readFixture, type Size } from "./fixture";
import { measure, type Side } from "./measure";
import { weighPages } from "./page-weight";
import { type Load, ROOT, type Running, startLoad, startNode, startProfiled, startRole } from "./processes";
import { type Findings, machine, report } from "./report";

/** Requests under way at once. */
const CONNECTIONS = 32;
/** Persons who look at the page at once: a page costs so much that more would only wait. */
const READERS = 4;
/** Short rounds, many of them: a disturbance spoils one and not the median. */
const CASE_PLAN = { rounds: 7, warmUp: 4_000 };
const CASE_SECONDS = 1.5;
const SIZE_PLAN = { rounds: 7, warmUp: 2_000 };
const SIZE_SECONDS = 1;
const PAGE_PLAN = { rounds: 3, warmUp: 200 };
const PAGE_SECONDS = 3;

const OUT = join(ROOT, ".data", "bench");
const say = (line: string) => process.stderr.write(`${line}\n`);

function readArguments(args: readonly string[]): {
  fresh: boolean;
  profile: boolean;
  only: CaseName[] | null;
  onlyPages: boolean;
} {
  const unknown = args.find((arg) => !/^(--fresh|--profile|--pages|--case=[a-z,]+)$/.test(arg));
  if (unknown !== undefined) throw new Error(`Unknown argument ${unknown}. See the head of bench/run.ts.`);
  const list = args
    .find((arg) => arg.startsWith("--case="))
    ?.slice("--case=".length)
    .split(",");
  const only = list === undefined ? null : CASE_NAMES.filter((name) => list.includes(name));
  if (only?.length === 0) throw new Error(`Choose from ${CASE_NAMES.join(", ")}.`);
  return {
    fresh: args.includes("--fresh"),
    profile: args.includes("--profile"),
    only,
    onlyPages: args.includes("--pages"),
  };
}

/** Started resources, newest last; they are stopped in reverse order. */
const started: { stop(): Promise<void> }[] = [];
async function keepStarted<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const resource = await starting;
  started.push(resource);
  return resource;
}
async function stopAll(): Promise<void> {
  for (const resource of started.splice(0).reverse())
    await resource.stop().catch((error) => say(String(error)));
}

type Server = Running & { origin: string; seeded: Seeded };

type Start = { fresh: boolean; profile?: boolean; pagesPort?: number };

async function startServer(size: Size, { fresh, profile = false, pagesPort }: Start): Promise<Server> {
  const seeded = await keepStarted(openDatabase(size, fresh));
  const port = await freePort();
  const env = {
    DATA_DIR: seeded.dataDir,
    PORT: String(port),
    ...(pagesPort !== undefined && { PAGES_PORT: String(pagesPort) }),
  };
  const server = await keepStarted(
    profile
      ? startProfiled(join(OUT, "profiles"), { ...env, DATABASE_URL: seeded.url })
      : startRole("server", env),
  );
  return { ...server, origin: `http://127.0.0.1:${port}`, seeded };
}

async function measureCases(
  load: Load,
  server: Server,
  names: readonly CaseName[],
): Promise<Findings["cases"]> {
  const { seeded } = server;
  const port = await freePort();
  const floor = await keepStarted(
    startNode("dist/bench-floor.js", {
      DATABASE_URL: seeded.url,
      ADMIN_URL: seeded.adminUrl,
      DATA_DIR: seeded.dataDir,
      PORT: String(port),
    }),
  );
  const cases: Findings["cases"] = {};
  for (const name of names) {
    const side = (pid: number, origin: string): Side => ({
      pid,
      job: { origin, fixture: seeded.fixture, connections: CONNECTIONS, seconds: CASE_SECONDS, name },
    });
    say(`Measuring ${name}`);
    cases[name] = await measure(
      load,
      { parley: side(server.pid, server.origin), floor: side(floor.pid, `http://127.0.0.1:${port}`) },
      CASE_PLAN,
    );
  }
  return cases;
}

async function measureSizes(load: Load, servers: Record<Size, Server>): Promise<Findings["sizes"]> {
  const side = ({ pid, origin, seeded }: Server): Side => ({
    pid,
    job: { origin, fixture: seeded.fixture, connections: CONNECTIONS, seconds: SIZE_SECONDS, name: "first" },
  });
  say("Measuring the list at three sizes");
  const sides = {
    "10k": side(servers["10k"]),
    "100k": side(servers["100k"]),
    "1m": side(servers["1m"]),
  };
  return measure(load, sides, SIZE_PLAN);
}

/** The dashboard's pages, rendered in turn: the page of 50 calls, and an empty page as its floor. */
async function measurePages(
  load: Load,
  { origin, seeded }: Server,
  pagesPort: number,
): Promise<Findings["pages"]> {
  const [workspace] = readFixture(seeded.fixture)?.workspaces ?? [];
  if (workspace === undefined) throw new Error("The data has no workspace.");
  const scope = { workspaceId: workspace.id, environment: "live" } as const;
  const extraEnv = { DATA_DIR: seeded.dataDir, PORT: new URL(origin).port, PAGES_PORT: String(pagesPort) };
  const { pid } = await keepStarted(startRole("pages", extraEnv));
  const side = (path: string): Side => ({
    pid,
    job: {
      origin: `http://127.0.0.1:${pagesPort}`,
      fixture: seeded.fixture,
      connections: READERS,
      seconds: PAGE_SECONDS,
      page: scopedPath(scope, path),
      cookie: seeded.cookie,
    },
  });
  say("Measuring the pages");
  const figures = await measure(load, { calls: side("/calls"), empty: side("/notices") }, PAGE_PLAN);
  const { calls: weight } = await weighPages(
    { calls: `${origin}${scopedPath(scope, "/calls")}` },
    seeded.cookie,
  );
  return { ...figures, weight };
}

async function main(): Promise<boolean> {
  const { fresh, profile, only, onlyPages } = readArguments(process.argv.slice(2));
  mkdirSync(OUT, { recursive: true });
  await bundle({ "bench-floor": "bench/floor.ts", "bench-load": "bench/load.ts" });
  const pagesPort = await freePort();
  const large = await startServer("1m", { fresh, profile, pagesPort });
  const load = startLoad();
  started.push(load);
  const findings: Findings = {
    cases: onlyPages ? {} : await measureCases(load, large, only ?? CASE_NAMES),
    sizes: null,
    pages: null,
  };
  if (onlyPages) findings.pages = await measurePages(load, large, pagesPort);
  else if (only === null) {
    const otherSizes = {
      "10k": await startServer("10k", { fresh }),
      "100k": await startServer("100k", { fresh }),
    };
    findings.sizes = await measureSizes(load, { ...otherSizes, "1m": large });
    findings.pages = await measurePages(load, large, pagesPort);
  }
  const { text, isWithinBounds } = report(findings);
  process.stdout.write(`\n${text}`);
  const at = new Date().toISOString();
  writeFileSync(
    join(OUT, "results.json"),
    `${JSON.stringify({ at, machine: machine(), ...findings }, null, 2)}\n`,
  );
  return isWithinBounds;
}

process.on("SIGINT", () => void stopAll().then(() => process.exit(130)));
try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  await stopAll();
}
