// The command line of each role: built, or from its sources with reload.
import { join } from "node:path";
import { environmentOf } from "./role-variables.mjs";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
const TSX = join("node_modules", "tsx", "dist", "cli.mjs");

/** Only the server connects to the pages: it forwards every request that is not for `/v1`. */
const PAGES_HOST = "127.0.0.1";

/** Node's arguments for each role; `pagesPort` is the port of the pages. */
function built(role, { pagesPort }) {
  if (role === "pages") return [NEXT, "start", "-H", PAGES_HOST, "-p", String(pagesPort)];
  return ["--enable-source-maps", join("dist", `${role}.js`)];
}

function watched(role, { pagesPort }) {
  if (role === "pages") return [NEXT, "dev", "-H", PAGES_HOST, "-p", String(pagesPort)];
  return [TSX, "watch", "--clear-screen=false", join("bin", `${role}.ts`)];
}

/** Seconds that calls in progress may continue after SIGTERM: bin/gateway/serve.ts and bin/server.ts have the same defaults. */
const DRAIN_S = { gateway: 600, server: 0 };

/** Milliseconds that a role may take to drain. With reload, each change of a source would wait for them. */
function drainMsOf(role, mode, { DRAIN_SECONDS: seconds }) {
  if (mode === "dev" || DRAIN_S[role] === undefined) return 0;
  return (seconds ? Number(seconds) : DRAIN_S[role]) * 1_000;
}

/** The specification of a role's process for `supervise`. */
export function roleSpec(role, { root, mode, env, host, port, pagesPort }) {
  const args = (mode === "dev" ? watched : built)(role, { pagesPort });
  const listens =
    { server: { host, port }, gateway: { host, port }, pages: { host: PAGES_HOST, port: pagesPort } }[role] ??
    {};
  // Next overwrites PORT with its own port once it listens. The pages' links use the server's port.
  const drainMs = drainMsOf(role, mode, env);
  const processEnv = () => ({
    ...environmentOf(role, env),
    ...(role === "pages" && { SERVER_PORT: String(port) }),
    ...(DRAIN_S[role] !== undefined && { DRAIN_SECONDS: String(drainMs / 1_000) }),
  });
  // With reload, tsx runs in between and does not forward IPC messages.
  const signalsReady = role === "worker" && mode !== "dev";
  return {
    name: role,
    args,
    cwd: root,
    /** Read at each start of the process: a restarted embedded database can have another URL. */
    get env() {
      return processEnv();
    },
    signalsReady,
    drainMs,
    ...listens,
  };
}

/** Node's arguments for a program that runs to completion. */
export function onceArgs(entry, mode) {
  return mode === "dev"
    ? [TSX, join("bin", `${entry}.ts`)]
    : ["--enable-source-maps", join("dist", `${entry}.js`)];
}
