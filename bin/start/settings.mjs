// Settings of a start: arguments, `.env`, the environment. The full check (lib/platform/read-env.ts) needs zod and runs after
// the packages are installed. Before that, only the settings of the first steps are read.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { limitEnvironment } from "./role-variables.mjs";
import { readSecretFiles } from "./secret-files.mjs";
import { StartError } from "./terminal.mjs";

/** Roles that a start runs by default. The server also handles voice calls. */
export const ROLES = ["server", "pages", "worker"];
/** Roles that can run on a separate machine: the gateway handles voice calls only. */
const STANDALONE = ["gateway"];
/** The oldest Node version that the packages support; the same as in package.json's engines field. */
const MIN_NODE = [20, 19];

/** Throws a StartError if this Node version is too old. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  throw new StartError(
    `Parley needs Node.js ${MIN_NODE.join(".")} or later; this is ${version}. See https://nodejs.org/en/download.`,
    2,
  );
}

/** Reads `--only=<role>[,<role>]` and `--logs`. Throws a StartError for any other argument. */
export function readArguments(args) {
  const options = { roles: ROLES, only: false, logs: false };
  for (const arg of args) {
    if (arg === "--logs") options.logs = true;
    else if (arg.startsWith("--only="))
      Object.assign(options, { roles: rolesOf(arg.slice("--only=".length)), only: true });
    else
      throw new StartError(
        `Unknown argument ${arg}. Use --only=${[...ROLES, ...STANDALONE].join("|")}, --logs.`,
        2,
      );
  }
  return options;
}

function rolesOf(list) {
  const roles = list.split(",");
  const allowed = [...ROLES, ...STANDALONE];
  const unknown = roles.find((role) => !allowed.includes(role));
  if (unknown !== undefined) throw new StartError(`--only=${list}: choose from ${allowed.join(", ")}.`, 2);
  if (roles.includes("gateway") && roles.includes("server"))
    throw new StartError(
      `--only=${list}: the server already includes the gateway. Choose one of the two.`,
      2,
    );
  return roles;
}

/**
 * Loads `.env` beside package.json, and secrets from files. Variables of the environment take precedence. With `roles`, only
 * what a start of these needs is left.
 */
export function loadDotEnv(root, { env = process.env, roles } = {}) {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  if (roles !== undefined) limitEnvironment(env, roles);
  return readSecretFiles(env);
}

/** Settings of the first steps, read before the packages are installed. Throws a StartError for an invalid port. */
export function firstSettings(env) {
  const port = env.PORT ? Number(env.PORT) : 3000;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw invalid(["PORT: a whole number from 1 to 65535."]);
  return { port, host: env.HOST || "127.0.0.1", dataDir: resolve(env.DATA_DIR || ".data") };
}

/** Whether this HOST means every address of the machine. */
export const isEveryAddress = (host) => host === "0.0.0.0" || host === "::";

/** The host to open in a browser on this machine for a server that listens on `host`. */
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
 * The parsed environment. `bundleFile` is a bundle of lib/platform/env.ts, which parses the environment when imported and
 * throws an error with one line for each invalid variable.
 */
export async function productEnv(bundleFile) {
  try {
    const { env } = await import(pathToFileURL(bundleFile).href);
    return env;
  } catch (error) {
    const problems = String(error.message)
      .split("\n")
      .filter((line) => /^ {2}[A-Z_]+: /.test(line));
    if (problems.length === 0) throw error;
    throw invalid(problems);
  }
}
