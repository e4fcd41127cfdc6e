import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import type { Role } from "@/lib/platform/context";
import { formatScope, SCOPE_HEADER, scopedPath, scopeOfPath } from "@/lib/platform/context/scope";

const root = join(import.meta.dirname, "..");

const run = (args: string[], env: NodeJS.ProcessEnv = process.env): string =>
  execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8" }).trim();

type Cookie = { name: string; value: string };
type Opened = Cookie & { workspace: string };
/**
 * The workspace whose members sign in here. Each worker makes its own, so that what they do at once cannot be seen from
 * each other.
 */
let home: string | undefined;
let bearer: string | undefined;
/** One member of each role serves a whole worker: a process for each test would take longer than the test. */
const cookies = new Map<Role, Opened>();

type SignIn = {
  role: Role;
  /** A member and session of this test's own, where it ends or switches them. */
  fresh?: boolean;
  /** The same, in a new workspace with nothing in it. */
  empty?: boolean;
  /** The same, with workspaces of these names that are made for this person, who owns them. */
  further?: readonly string[];
};

let databaseUrl: string | undefined;
const environment = (): NodeJS.ProcessEnv => {
  const dataDir = process.env.E2E_DATA_DIR ?? "";
  databaseUrl ??= run(["scripts/database.mjs", "url", join(dataDir, "pg")]);
  return { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
};

/** Runs a script of this folder, which `serve.mjs` has bundled. */
export const runScript = (name: string, ...args: string[]): string =>
  run([join("dist", "e2e", `${name}.js`), ...args], environment());

/** Runs a command of the operator's, `npm run <command>`; answers what it prints. */
export const operate = (command: string, ...args: string[]): string =>
  run([join("bin", "run.mjs"), command, ...args], environment());

/** Inserts sixty days of calls of an agent into the workspace that the page shows. */
export const addCallHistory = (page: Page, agent: string): void =>
  void runScript("call-history", workspaceOf(page), agent);

/** Creates a staff account like `npm run staff -- add`. Returns the token of its link. */
export const staffLink = (email: string): string => operate("staff", "add", email).split("#")[1] ?? "";

/** From here on who signs in does so in a new workspace, for tests that leave theirs unlike what others expect. */
export function moveOut(): void {
  home = undefined;
  bearer = undefined;
  cookies.clear();
}

function openSession({ role, empty = false, further = [] }: SignIn): Opened {
  const where = empty || home === undefined ? "--new" : `--in=${home}`;
  const opened = JSON.parse(runScript("open-session", role, where, ...further)) as Opened;
  if (!empty) home = opened.workspace;
  return opened;
}

function keptCookie(role: Role): Opened {
  const cookie = cookies.get(role) ?? openSession({ role });
  cookies.set(role, cookie);
  return cookie;
}

const origin = (): string => process.env.E2E_BASE_URL ?? `http://localhost:${process.env.E2E_PORT}`;

/** The header by which a system asks: an owner's key of the workspace that `signIn` signs in to. */
export async function authorization(request: APIRequestContext): Promise<string> {
  if (bearer === undefined) {
    const { name, value, workspace } = keptCookie("owner");
    const scope = formatScope({ workspaceId: workspace, environment: "live" });
    const key = await request.post(`${origin()}/v1/keys`, {
      headers: { cookie: `${name}=${value}`, origin: origin(), [SCOPE_HEADER]: scope },
      data: { name: "Key of the tests", role: "owner", environment: "live" },
    });
    expect(key.status(), await key.text()).toBe(201);
    bearer = `Bearer ${(await key.json()).secret}`;
  }
  return bearer;
}

/** Whether React has taken over everything that can be pressed; what is pressed before is not heard. */
const isAlive = (): boolean =>
  [...document.querySelectorAll("a[href], button")].every((element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps")),
  );

/** From here on, going to a page takes until it hears what is done there, as it does for who looks before they press. */
export function waitUntilAlive(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const alive = async <T>(answer: T): Promise<T> => {
    await page.waitForFunction(isAlive);
    return answer;
  };
  page.goto = async (...to) => alive(await goto(...to));
  page.reload = async (...args) => alive(await reload(...args));
}

/** The workspace that each browser context has signed in to. */
const workspaces = new WeakMap<BrowserContext, string>();

/** The header that names the scope of the page's address; before the first page, that of the sign-in. */
export function scopeHeader(page: Page): Record<string, string> {
  const signedIn = workspaces.get(page.context());
  const scope =
    scopeOfPath(new URL(page.url(), origin()).pathname) ??
    (signedIn === undefined ? null : ({ workspaceId: signedIn, environment: "live" } as const));
  return scope === null ? {} : { [SCOPE_HEADER]: formatScope(scope) };
}

/** The ID of the workspace that a page of the dashboard shows. */
export const workspaceOf = (page: Page): string =>
  scopeOfPath(new URL(page.url()).pathname)?.workspaceId ?? "";

/** Opens a page of the signed-in workspace in the test environment, which addresses without a scope then lead to. */
export async function gotoTest(page: Page, path: string): Promise<void> {
  const workspaceId = workspaces.get(page.context());
  if (workspaceId === undefined) throw new Error("Sign in first.");
  await page.goto(scopedPath({ workspaceId, environment: "test" }, path));
}

/** Puts a session in place for a member of this worker's workspace with this role, in the live environment. */
export async function signIn(page: Page, credentials: SignIn): Promise<void> {
  const isOwn = credentials.fresh || credentials.empty || credentials.further !== undefined;
  const { name, value, workspace } = isOwn ? openSession(credentials) : keptCookie(credentials.role);
  workspaces.set(page.context(), workspace);
  waitUntilAlive(page);
  await page.context().addCookies([{ name, value, url: origin(), httpOnly: true, sameSite: "Lax" }]);
}
