import type pg from "pg";
import { nameOf, type Statement, sendBatchOn } from "./batch";
import { beginStatements } from "./begin-statements";
import { APPLICATION_ROLE } from "./connection";

const text = "select current_user::text as name";
const selectCurrentUser: Statement = { name: nameOf(text), text, values: [] };

/** The connection's statements run as another role than the application's. */
export class WrongRoleError extends Error {}

/**
 * Throws a WrongRoleError unless the connection's statements run as the application's role: a pooler may ignore the role that a connection
 * asks for, and row-level security does not restrict every other role.
 */
export async function requireApplicationRole(client: pg.ClientBase): Promise<void> {
  const rows = await sendBatchOn(client, [...beginStatements(null), selectCurrentUser]);
  const name = rows.at(-1)?.[0]?.name;
  if (name === APPLICATION_ROLE) return;
  throw new WrongRoleError(
    `The connection of DATABASE_URL runs as ${String(name)}, not as ${APPLICATION_ROLE}: a connection pooler has ignored the role. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
  );
}
