import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { hasCapability } from "@/lib/identity/access";
import {
  auditStaffView,
  listOwnTickets,
  type Person,
  type Principal,
  readCurrentPrincipal,
  readPerson,
  readStaffSession,
} from "@/lib/identity/auth";
import { readWorkspace } from "@/lib/identity/workspaces";
import { DEMO_NAME } from "@/lib/identity/workspaces/schema";
import { iso, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { scopedPath, scopeOfPath } from "@/lib/platform/context/scope";
import { reader } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import {
  AppError,
  type ErrorCode,
  type ErrorDetail,
  type MessageParams,
  PROBLEMS,
} from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { clientAddress } from "@/lib/platform/limits";
import { REQUEST_ID_HEADER } from "./base-headers";
import { PATH_HEADER } from "./path-header";
import type { Handler, PageReadable, PageRequest } from "./spec";

/** Number of proxies before the pages: the operator's, and the server that owns the port. */
const HOPS = env.TRUST_PROXY + 1;

/** The person who views a page, with their permissions. */
export type PageSession = {
  ctx: Ctx;
  person: Person;
  workspace: Person["workspaces"][number];
  /** The operator's staff, with read-only access; null for a member. */
  staff: Principal["staff"] | null;
};

/**
 * The person of a session. A session opened by single sign-on shows only its workspace, so that one
 * workspace's provider learns nothing about others. Of operator staff, the workspace's members see the
 * address, and staff see only that workspace.
 */
async function personOf({
  session,
  isBoundToWorkspace,
  staff,
  workspaceId,
}: Principal): Promise<Person | null> {
  if (session !== undefined) return readPerson(session.userId, isBoundToWorkspace && workspaceId);
  if (staff === undefined) return null;
  const { id, name } = await readWorkspace({ workspaceId, db: reader(workspaceId) });
  return { name: staff.email, email: staff.email, workspaces: [{ id, name, role: "viewer" }] };
}

/** Decodes a path like the router, which also finds the page of a percent-encoded path. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    notFound();
  }
}

/** The caller of a page in the scope of its address. Shows the not-found page if the session does not open it. */
async function readPagePrincipal(requestHeaders: Headers): Promise<Principal | null> {
  const path = decodePath(requestHeaders.get(PATH_HEADER) ?? "/");
  const scope = scopeOfPath(path);
  if (scope === null && path.startsWith("/w/")) notFound();
  try {
    return await readCurrentPrincipal({ headers: requestHeaders }, { scope });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}

/** The signed-in person, checked against the session's row; null without one. Cached per page. */
export const pageSession = cache(async (): Promise<PageSession | null> => {
  const requestHeaders = await headers();
  const principal = await readPagePrincipal(requestHeaders);
  const person = principal && (await personOf(principal));
  const workspace = person?.workspaces.find(({ id }) => id === principal?.workspaceId);
  if (!principal || !person || workspace === undefined) return null;
  const ctx = makeCtx({
    ...principal,
    requestId: requestHeaders.get(REQUEST_ID_HEADER) ?? newId("req"),
    address: clientAddress(requestHeaders, null, HOPS),
    signal: new AbortController().signal,
  });
  await auditStaffView(ctx, requestHeaders.get(PATH_HEADER) ?? "/");
  return { ctx, person, workspace, staff: principal.staff ?? null };
});

/** Returns the signed-in person, or redirects to the sign-in page, which leads back to this page. */
export async function requireSession(): Promise<PageSession> {
  const session = await pageSession();
  if (session !== null) return session;
  const requestHeaders = await headers();
  // Staff without an approved ticket cannot access any workspace.
  if ((await readStaffSession({ headers: requestHeaders }, iso(systemClock.now()))) !== null) notFound();
  const path = requestHeaders.get(PATH_HEADER);
  redirect(path === null ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
}

/** The path and query of the page's address, as the browser sent them. */
export const readPagePath = async (): Promise<string> => (await headers()).get(PATH_HEADER) ?? "/";

/** Redirects to another page of the workspace and environment: `/contacts/ctc_…`. */
export async function redirectInScope(path: string): Promise<never> {
  const { ctx } = await requireSession();
  redirect(scopedPath(ctx, path));
}

/** Whether this person's role can use a route, so that a page offers only permitted actions. */
export const canUse = ({ ctx, staff }: PageSession, { spec }: Handler): boolean =>
  spec.capability === null ||
  (hasCapability(ctx.actor.role, spec.capability) && (staff === null || spec.file === undefined));

/** The demo workspace, if this person is a member of it and views another one. */
export const demoWorkspaceOf = ({ person, workspace }: PageSession): string | null =>
  person.workspaces.find(({ id, name }) => name === DEMO_NAME && id !== workspace.id)?.id ?? null;

/** Why a page cannot show its content. */
export type PageProblem = {
  code: ErrorCode;
  reason: string;
  detail: string;
  params: MessageParams | undefined;
  details: readonly ErrorDetail[];
};
export type Read<T> = { data: T; problem: null } | { data: null; problem: PageProblem };

/** A page's `params` or `searchParams`. */
type Parts = Record<string, string | string[] | undefined>;
type Query = { params?: Parts; query?: Parts };

/**
 * The address's parameters that a route accepts. Pages can have other parameters, and links outlive changes.
 */
function knownParameters(schema: z.ZodType | undefined, parts: Parts): Record<string, string> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const parameters: Record<string, string> = {};
  for (const name of names) {
    const value = parts[name];
    const firstValue = Array.isArray(value) ? value[0] : value;
    if (firstValue !== undefined && firstValue !== "") parameters[name] = firstValue;
  }
  return parameters;
}

const asWritten = ({ spec }: Handler, { params = {}, query = {} }: Query): string =>
  JSON.stringify({
    params: knownParameters(spec.params, params),
    query: knownParameters(spec.query, query),
  } satisfies PageRequest);

/** Each response is requested once per page, as title and content need the same one. */
const ask = cache(async <T>(route: PageReadable<T>, requestJson: string): Promise<T> => {
  const { ctx } = await requireSession();
  return route.ask(ctx, JSON.parse(requestJson) as PageRequest);
});

/**
 * Reads a GET route's response for a page, with the same role, checks and allow list, as the signed-in
 * person. A missing resource shows the not-found page; a rejected or invalid request is returned as a
 * problem; an internal failure is thrown, for the error page.
 */
export async function readRoute<T>(route: PageReadable<T>, query: Query = {}): Promise<Read<T>> {
  try {
    const data = await ask(route, asWritten(route, query));
    return { data, problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || PROBLEMS[error.code].status >= 500) throw error;
    if (error.code === "not_found") notFound();
    const { code, reason, message: detail, params, details = [] } = error;
    return { data: null, problem: { code, reason, detail, params, details } };
  }
}

/** The same for secondary content: null if it does not exist. Throws if it cannot be read. */
export async function readOrNull<T>(route: PageReadable<T>, query: Query): Promise<T | null> {
  try {
    return await ask(route, asWritten(route, query));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** The access requests of the signed-in staff member, for their page; null without one. */
export async function staffTickets(requestHeaders: Pick<Headers, "get">) {
  const now = iso(systemClock.now());
  const session = await readStaffSession({ headers: requestHeaders }, now, { skipCache: true });
  if (session === null) return null;
  const data = await listOwnTickets({
    session,
    requestId: requestHeaders.get(REQUEST_ID_HEADER) ?? newId("req"),
    address: null,
    now,
  });
  return { email: session.email, data };
}
