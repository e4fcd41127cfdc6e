import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { can } from "@/lib/identity/access";
import {
  currentSession,
  noteViewed,
  ownTickets,
  type Person,
  type Principal,
  readPerson,
  staffSession,
} from "@/lib/identity/auth";
import { readWorkspace } from "@/lib/identity/workspaces";
import { DEMO_NAME } from "@/lib/identity/workspaces/schema";
import { iso, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { reader } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode, type ErrorDetail, PROBLEMS } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { clientAddress } from "@/lib/platform/limits";
import { PATH_HEADER } from "./path-header";
import type { Askable, Asked, Handler } from "./spec";

/** Between a browser and the pages there is one proxy more than the operator's: the server that owns the port. */
const HOPS = env.TRUST_PROXY + 1;

/** Who looks at a page, and with what rights. */
export type PageSession = {
  ctx: Ctx;
  person: Person;
  workspace: Person["workspaces"][number];
  /** Somebody of the staff, who only looks; null for a member. */
  staff: Principal["staff"] | null;
};

/**
 * Who a session is of, with the one workspace of a session that single sign-on has opened: one workspace's provider is
 * told nothing of the others. Of the staff a workspace's own people see the address, and they see that workspace alone. */
async function personOf({ session, bound, staff, workspaceId }: Principal): Promise<Person | null> {
  if (session !== undefined) return readPerson(session.userId, bound && workspaceId);
  if (staff === undefined) return null;
  const { id, name } = await readWorkspace({ workspaceId, db: reader(workspaceId) });
  return { name: "Staff", email: staff.email, workspaces: [{ id, name, role: "viewer" }] };
}

/** Who is signed in, by the session's row and not by the cookie alone; null for nobody. Asked once for each page. */
export const pageSession = cache(async (): Promise<PageSession | null> => {
  const asked = await headers();
  const principal = await currentSession({ headers: asked });
  const person = principal && (await personOf(principal));
  const workspace = person?.workspaces.find(({ id }) => id === principal?.workspaceId);
  if (!principal || !person || workspace === undefined) return null;
  const ctx = makeCtx({
    ...principal,
    requestId: newId("req"),
    address: clientAddress(asked, null, HOPS),
    signal: new AbortController().signal,
  });
  await noteViewed(ctx, asked.get(PATH_HEADER) ?? "/");
  return { ctx, person, workspace, staff: principal.staff ?? null };
});

/** Who is signed in; who is not is sent to the sign-in, and from there back to this page. */
export async function requireSession(): Promise<PageSession> {
  const session = await pageSession();
  if (session !== null) return session;
  const asked = await headers();
  // Staff without an approved ticket: nothing of any workspace is there for them.
  if ((await staffSession({ headers: asked }, iso(systemClock.now()))) !== null) notFound();
  const path = asked.get(PATH_HEADER);
  redirect(path === null ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
}

/** Whether this person's role may do what a route does, so that a page offers only what would be let through. */
export const may = ({ ctx, staff }: PageSession, { spec }: Handler): boolean =>
  spec.can === null || (can(ctx.actor.role, spec.can) && (staff === null || spec.file === undefined));

/** The demo's workspace, where this person is a member of it and looks at another one. */
export const otherDemo = ({ person, workspace }: PageSession): string | null =>
  person.workspaces.find(({ id, name }) => name === DEMO_NAME && id !== workspace.id)?.id ?? null;

/** Why a page cannot show what was asked for. */
export type PageProblem = { code: ErrorCode; title: string; detail: string; details: readonly ErrorDetail[] };
export type Read<T> = { data: T; problem: null } | { data: null; problem: PageProblem };

/** A page's `params` or `searchParams`. */
type Parts = Record<string, string | string[] | undefined>;
type Query = { params?: Parts; query?: Parts };

/** Of what an address holds, the parameters that a route knows; a page may keep others there, and links age. */
function known(schema: z.ZodType | undefined, parts: Parts): Record<string, string> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = parts[name];
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined && one !== "") found[name] = one;
  }
  return found;
}

const asWritten = ({ spec }: Handler, { params = {}, query = {} }: Query): string =>
  JSON.stringify({ params: known(spec.params, params), query: known(spec.query, query) } satisfies Asked);

/** Each answer is asked for once a page: its title and its content want the same. */
const ask = cache(async <T>(route: Askable<T>, asked: string): Promise<T> => {
  const { ctx } = await requireSession();
  return route.ask(ctx, JSON.parse(asked) as Asked);
});

/**
 * Reads for a page what a GET route answers, by the same role, checks and allow-list, as the person who is signed in.
 * What does not exist becomes the not-found page; what is refused or not valid comes back as the problem; a failure of
 * the service's own is thrown, for the error page.
 */
export async function read<T>(route: Askable<T>, asked: Query = {}): Promise<Read<T>> {
  try {
    const data = await ask(route, asWritten(route, asked));
    return { data, problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || PROBLEMS[error.code].status >= 500) throw error;
    if (error.code === "not_found") notFound();
    const { code, message: detail, details = [] } = error;
    return { data: null, problem: { code, title: PROBLEMS[code].title, detail, details } };
  }
}

/** The same of what a page only mentions: null where it is not there. Throws where it may not be read. */
export async function find<T>(route: Askable<T>, asked: Query): Promise<T | null> {
  try {
    return await ask(route, asWritten(route, asked));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** The requests of whoever of the staff is signed in, for their own page; null for nobody. */
export async function staffTickets(asked: Pick<Headers, "get">) {
  const now = iso(systemClock.now());
  const session = await staffSession({ headers: asked }, now, { anew: true });
  if (session === null) return null;
  const data = await ownTickets({ session, requestId: newId("req"), address: null, now });
  return { email: session.email, data };
}
