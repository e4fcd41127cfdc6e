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
  return { ...process.env, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: "", DATA_DIR: dataDir };
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

/** Set in a page once React has hydrated all of it and has run the effects, which add listeners. */
type WithHydration = { isHydrated?: boolean };

/** Runs in a page before its own code. React tells its developer tools of each commit, and of each run of effects. */
function watchHydration(): void {
  type State = { dehydrated?: unknown; isDehydrated?: boolean } | null;
  type Fiber = { memoizedState: State; child: Fiber | null; sibling: Fiber | null };
  type Root = { current: Fiber };
  /** Whether the page, or a part of it that React hydrates separately, is the server's HTML alone. */
  const hasDehydrated = ({ current }: Root): boolean => {
    const fibers: (Fiber | null)[] = [current];
    while (fibers.length > 0) {
      const fiber = fibers.pop();
      if (!fiber) continue;
      if (fiber.memoizedState?.isDehydrated || fiber.memoizedState?.dehydrated) return true;
      fibers.push(fiber.sibling, fiber.child);
    }
    return false;
  };
  let isCommitted = false;
  const finish = () => Object.assign(window, { isHydrated: true } satisfies WithHydration);
  const hook = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, root: Root) => {
      if (isCommitted || hasDehydrated(root)) return;
      isCommitted = true;
      // For a commit that has no effects to run.
      requestIdleCallback(finish);
    },
    onPostCommitFiberRoot: () => {
      if (isCommitted) finish();
    },
    onCommitFiberUnmount: () => undefined,
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}

/** Runs in a page; one without the product's code needs nothing to be heard. */
const isAlive = (): boolean =>
  (window as WithHydration).isHydrated === true || document.querySelector('script[src*="/_next/"]') === null;

/** Resolves once the page hears what is done there. Its context must have been given to `waitUntilAlive` before. */
export const alive = (page: Page) => page.waitForFunction(isAlive);

const patched = new WeakSet<Page>();
function patch(page: Page): void {
  if (patched.has(page)) return;
  patched.add(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...to) => {
    const answer = await goto(...to);
    await alive(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload(...args);
    await alive(page);
    return answer;
  };
}

const watched = new WeakSet<BrowserContext>();
/**
 * From here on, going to a page of this context takes until it hears what is done there, as it does for who looks before
 * they press.
 */
export async function waitUntilAlive(context: BrowserContext): Promise<void> {
  if (watched.has(context)) return;
  watched.add(context);
  for (const page of context.pages()) patch(page);
  context.on("page", patch);
  await context.addInitScript(watchHydration);
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
  await waitUntilAlive(page.context());
  await page.context().addCookies([{ name, value, url: origin(), httpOnly: true, sameSite: "Lax" }]);
}
