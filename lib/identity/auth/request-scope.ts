import { parseScope, SCOPE_HEADER, SCOPE_PARAMETER, type Scope } from "@/lib/platform/context/scope";
import { problemIn, validationError } from "@/lib/platform/errors";

/**
 * Reads the scope of a session's request from its header, else from its query. Null if it has none. Throws a
 * 400 for a malformed scope.
 */
export function readScope(request: Request): Scope | null {
  const header = request.headers.get(SCOPE_HEADER);
  const text = header ?? new URL(request.url).searchParams.get(SCOPE_PARAMETER);
  if (text === null) return null;
  const scope = parseScope(text);
  if (scope !== null) return scope;
  const [place, name] =
    header === null ? (["query", SCOPE_PARAMETER] as const) : (["header", SCOPE_HEADER] as const);
  throw validationError([problemIn(place, `/${name}`, "page_scope_invalid")]);
}

/** The 400 for a session's request without a scope. */
export const missingScopeError = (): Error =>
  validationError([problemIn("header", `/${SCOPE_HEADER}`, "page_scope_missing")]);
