import type { Environment } from "./index";

/** The workspace and the environment that a dashboard page, and each of its requests, belongs to. */
export type Scope = { readonly workspaceId: string; readonly environment: Environment };

/** Header of a session's request that names its scope: `ws_…/live`. */
export const SCOPE_HEADER = "parley-scope";
/** The same as a query parameter, for requests whose headers a page cannot set: audio, downloads, EventSource. */
export const SCOPE_PARAMETER = "scope";

const SCOPE = /^(ws_[0-9a-z]{26})\/(live|test)$/;
const SCOPED_PATH = /^\/w\/(ws_[0-9a-z]{26})\/(live|test)(?=\/|$)/;

const toScope = (match: RegExpExecArray | null): Scope | null =>
  match === null ? null : { workspaceId: match[1] ?? "", environment: match[2] === "test" ? "test" : "live" };

/** Formats a scope as `ws_…/live`. */
export const formatScope = ({ workspaceId, environment }: Scope): string => `${workspaceId}/${environment}`;

/** Parses `ws_…/live`; null for any other text. */
export const parseScope = (text: string): Scope | null => toScope(SCOPE.exec(text));

/** The scope of a dashboard path, `/w/ws_…/live/calls`; null for a path outside every workspace. */
export const scopeOfPath = (path: string): Scope | null => toScope(SCOPED_PATH.exec(path));

/** The path within the workspace: `/w/ws_…/live/calls` becomes `/calls`. Other paths stay as they are. */
export const pathInScope = (path: string): string => path.replace(SCOPED_PATH, "") || "/";

/** The address of a page of the dashboard: `/calls` becomes `/w/ws_…/live/calls`. */
export const scopedPath = (scope: Scope, path: string): string =>
  `/w/${formatScope(scope)}${path === "/" ? "" : path}`;

/** Paths outside the workspaces. All other paths of the dashboard's links are within one. */
const OUTSIDE = /^\/(?:w|v1|docs|staff|sign-in|forgot-password|invite)(?=[/?#]|$)/;

/** The address that a link of the dashboard leads to. Paths outside the workspaces, anchors and other sites stay as they are. */
export const resolveHref = (scope: Scope | null, href: string): string =>
  scope === null || !href.startsWith("/") || OUTSIDE.test(href) ? href : scopedPath(scope, href);

/** The address of a request whose headers a page cannot set: audio, a download or an event stream. */
export function withScopeParameter(scope: Scope | null, address: string): string {
  if (scope === null) return address;
  const separator = address.includes("?") ? "&" : "?";
  return `${address}${separator}${SCOPE_PARAMETER}=${encodeURIComponent(formatScope(scope))}`;
}
