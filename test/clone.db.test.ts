import { sql } from "kysely";
import { expect, test } from "vitest";
import { plain, plainBatch } from "@/lib/platform/db/plain";

test("a test file has a separate migrated database and uses the application's role, not a superuser", async () => {
  const [rows] = await plainBatch(
    plain.selectNoFrom([
      sql<string>`current_database()`.as("name"),
      sql<string>`current_user::text`.as("role"),
      sql<number>`(select count(*) from workspaces)`.as("workspaces"),
    ]),
  );
  expect(rows).toEqual([
    { name: expect.stringMatching(/^parley_t_\d+_/), role: "parley_app", workspaces: 0 },
  ]);
});
