// What a start is told: arguments, `.env`, the environment. The product's own check (lib/platform/env.ts) needs zod, so it runs
// as soon as the packages are there; before that only what the first steps need is looked at.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { StartError } from "./terminal.mjs";

/** What a start runs unless told. The server takes calls by voice too. */
export const ROLES = ["server", "pages", "worker"];
/** What runs on a machine of its own: the calls by voice, without the rest. */
const ALONE = ["gateway"];
/** Engines field of package.json: the oldest Node that the packages support. */
const MIN_NODE = [20, 19];

/** Throws unless this Node is new enough. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  throw new StartError(
    `Parley needs Node.js ${MIN_NODE.join(".")} or later; this is ${version}. See https://nodejs.org/en/download.`,
    2,
  );
}

/** `--only=<role>[,<role>]` and `--logs`. Throws on anything else. */
export function readArguments(args) {
  const told = { roles: ROLES, only: false, logs: false };
  for (const arg of args) {
    if (arg === "--logs") told.logs = true;
    else if (arg.startsWith("--only="))
      Object.assign(told, { roles: rolesOf(arg.slice("--only=".length)), only: true });
    else
      throw new StartError(
        `Unknown argument ${arg}. Known: --only=${[...ROLES, ...ALONE].join("|")}, --logs.`,
        2,
      );
  }
  return told;
}

function rolesOf(list) {
  const roles = list.split(",");
  const known = [...ROLES, ...ALONE];
  const unknown = roles.find((role) => !known.includes(role));
  if (unknown !== undefined) throw new StartError(`--only=${list}: choose from ${known.join(", ")}.`, 2);
  if (roles.includes("gateway") && roles.includes("server"))
    throw new StartError(`--only=${list}: the server is a gateway too. Leave one of them out.`, 2);
  return roles;
}

/** `.env` beside package.json, where the environment itself does not say otherwise. */
export function loadDotEnv(root, env = process.env) {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return env;
}

/** What the first steps need, before the packages are there to check the rest. */
export function firstSettings(env) {
  const port = env.PORT ? Number(env.PORT) : 3000;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw invalid(["PORT: a whole number from 1 to 65535."]);
  return { port, host: env.HOST || "127.0.0.1", dataDir: resolve(env.DATA_DIR || ".data") };
}

/** Whether a HOST stands for every address of the machine. */
export const isEveryAddress = (host) => host === "0.0.0.0" || host === "::";

/** The host at which a browser on this machine opens what listens on `host`. */
export function openAt(host) {
  if (isEveryAddress(host) || host === "127.0.0.1") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

const invalid = (problems) =>
  new StartError(
    problems.map((problem) => `The environment is not valid: ${problem.trim()} See .env.example.`).join("\n"),
    2,
  );

/**
 * The environment as the product reads it. `checked` is a bundle of lib/platform/env.ts, which reads it at its import and
 * throws an error with a line for each variable that is wrong.
 */
export async function productEnv(checked) {
  try {
    const { env } = await import(pathToFileURL(checked).href);
    return env;
  } catch (error) {
    const problems = String(error.message)
      .split("\n")
      .filter((line) => /^ {2}[A-Z_]+: /.test(line));
    if (problems.length === 0) throw error;
    throw invalid(problems);
  }
}
