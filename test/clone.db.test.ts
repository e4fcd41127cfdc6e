import { expect, test } from "vitest";
import { pool } from "@/lib/platform/db/pool";

test("a test file has a separate migrated database and uses the application's role, not a superuser", async () => {
  const { rows } = await pool().query(
    "SELECT current_database() AS name, current_user AS role, (SELECT count(*) FROM workspaces) AS workspaces",
  );
  expect(rows[0].name).toMatch(/^parley_t_\d+_/);
  expect(rows[0].role).toBe("parley_app");
  expect(rows[0].workspaces).toBe(0);
});
