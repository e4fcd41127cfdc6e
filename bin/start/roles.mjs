// How each role is run: built, or from its sources with reload.
import { join } from "node:path";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
const TSX = join("node_modules", "tsx", "dist", "cli.mjs");

/** Pages are for the server alone, which sends what is not `/v1` to them. */
const PAGES_HOST = "127.0.0.1";

/** Arguments of Node for each role; `pagesPort` is where the pages listen. */
function built(role, { pagesPort }) {
  if (role === "pages") return [NEXT, "start", "-H", PAGES_HOST, "-p", String(pagesPort)];
  return ["--enable-source-maps", join("dist", `${role}.js`)];
}

function watched(role, { pagesPort }) {
  if (role === "pages") return [NEXT, "dev", "-H", PAGES_HOST, "-p", String(pagesPort)];
  return [TSX, "watch", "--clear-screen=false", join("bin", `${role}.ts`)];
}

/** Only the first start of a workspace needs these; they are secrets, so nobody else gets them. */
const FOR_INIT = /^PARLEY_INIT_/;

/** What a supervised process is: see `supervise`. */
export function roleSpec(role, { root, mode, env, host, port, pagesPort }) {
  const args = (mode === "dev" ? watched : built)(role, { pagesPort });
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !FOR_INIT.test(name)));
  const listens =
    { server: { host, port }, gateway: { host, port }, pages: { host: PAGES_HOST, port: pagesPort } }[role] ??
    {};
  // Next writes its own port over PORT once it listens; addresses that the pages tell are the server's.
  const told = role === "pages" ? { ...own, SERVER_PORT: String(port) } : own;
  // With reload there is a process of tsx in between, which passes nothing on.
  const tells = role === "worker" && mode !== "dev";
  return { name: role, args, cwd: root, env: told, tells, ...listens };
}

/** Arguments of Node for what is run once. */
export function onceArgs(entry, mode) {
  return mode === "dev"
    ? [TSX, join("bin", `${entry}.ts`)]
    : ["--enable-source-maps", join("dist", `${entry}.js`)];
}
