import { parseScope, SCOPE_HEADER, SCOPE_PARAMETER, type Scope } from "@/lib/platform/context/scope";
import { type ErrorDetail, validationError } from "@/lib/platform/errors";

const scopeError = (place: ErrorDetail["in"], name: string, code: string): Error =>
  validationError([
    {
      in: place,
      pointer: `/${name}`,
      code,
      message:
        "Send the workspace and the environment of the page, such as ws_01j5x3k9c2e8v7b6n4m1q0z8y7/live.",
    },
  ]);

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
  throw header === null
    ? scopeError("query", SCOPE_PARAMETER, "invalid")
    : scopeError("header", SCOPE_HEADER, "invalid");
}

/** The 400 for a session's request without a scope. */
export const missingScopeError = (): Error => scopeError("header", SCOPE_HEADER, "required");
