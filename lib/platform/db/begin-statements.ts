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
     set_config('statement_timeout', '${STATEMENT_TIMEOUT_MS}', true),
     set_config('idle_in_transaction_session_timeout', '${IDLE_IN_TRANSACTION_TIMEOUT_MS}', true)`,
);
const setWorkspace = createStatement("select set_config('app.workspace_id', $1, true)");

/**
 * The statements at the start of each batch or transaction. They select the tenant (`null`: none), and behind a pooler the
 * role, since another transaction may have used the session before.
 */
export const beginStatements = (workspaceId: string | null): Statement[] => [
  ...(isPooled() ? [setSession()] : []),
  ...(workspaceId === null ? [] : [setWorkspace(workspaceId)]),
];
