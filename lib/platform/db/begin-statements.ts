import { nameOf, type Statement } from "./batch";
import {
  APPLICATION_ROLE,
  IDLE_IN_TRANSACTION_TIMEOUT_MS,
  isPooled,
  STATEMENT_TIMEOUT_MS,
} from "./connection";

const createStatement = (text: string) => {
  const name = nameOf(text);
  return (...values: readonly unknown[]): Statement => ({ name, text, values });
};

/** The settings that `directConnection` gives a whole session, for one transaction. */
const setSession = createStatement(
  `select set_config('role', '${APPLICATION_ROLE}', true), set_config('timezone', 'UTC', true),
     set_config('search_path', 'public', true),
     set_config('statement_timeout', '${STATEMENT_TIMEOUT_MS}', true),
     set_config('idle_in_transaction_session_timeout', '${IDLE_IN_TRANSACTION_TIMEOUT_MS}', true)`,
);
const setWorkspace = createStatement("select set_config('app.workspace_id', $1, true)");
const setWorkspaceAndOrigin = createStatement(
  "select set_config('app.workspace_id', $1, true), set_config('app.origin', $2, true)",
);
const setOrigin = createStatement("select set_config('app.origin', $1, true)");

/** `origin` is the origin of jobs that the transaction enqueues, for `with_origin` in prisma/sql/jobs.sql. */
function selectTenant(workspaceId: string | null, origin: string | null): Statement[] {
  if (workspaceId === null) return origin === null ? [] : [setOrigin(origin)];
  return [origin === null ? setWorkspace(workspaceId) : setWorkspaceAndOrigin(workspaceId, origin)];
}

/**
 * The statements at the start of each batch or transaction. They select the tenant (`null`: none), and behind a pooler the
 * role, since another transaction may have used the session before.
 */
export const beginStatements = (workspaceId: string | null, origin: string | null = null): Statement[] => [
  ...(isPooled() ? [setSession()] : []),
  ...selectTenant(workspaceId, origin),
];
