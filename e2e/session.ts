import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Role } from "@/lib/context";

const root = join(import.meta.dirname, "..");
const TSX = join("node_modules", "tsx", "dist", "cli.mjs");

const run = (args: string[], env: NodeJS.ProcessEnv = process.env): string =>
  execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8" }).trim();

type Cookie = { name: string; value: string };
/** One member of each role serves a whole worker: a process for each test would take longer than the test. */
const cookies = new Map<Role, Cookie>();

function openSession(role: Role, isEmpty: boolean): Cookie {
  const dataDir = process.env.E2E_DATA_DIR ?? "";
  const url = run(["scripts/database.mjs", "url", join(dataDir, "pg")]);
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir };
  const args = [join("e2e", "open-session.ts"), role, ...(isEmpty ? ["empty"] : [])];
  return JSON.parse(run([TSX, ...args], env)) as Cookie;
}

function keptCookie(role: Role): Cookie {
  const cookie = cookies.get(role) ?? openSession(role, false);
  cookies.set(role, cookie);
  return cookie;
}

type SignIn = {
  role: Role;
  /** A member and session of this test's own, where it ends or switches them. */
  anew?: boolean;
  /** The same, in a new workspace with nothing in it. */
  empty?: boolean;
};

/** Puts a session in place for a member of the run's workspace with this role, in the live environment. */
export async function signIn(page: Page, { role, anew = false, empty = false }: SignIn): Promise<void> {
  const { name, value } = anew || empty ? openSession(role, empty) : keptCookie(role);
  const url = process.env.E2E_BASE_URL ?? `http://localhost:${process.env.E2E_PORT}`;
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
}
