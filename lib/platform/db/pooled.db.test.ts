import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { sendBatchOn, statement } from "./batch";
import { beginStatements } from "./begin-statements";
import {
  connection,
  databaseUrl,
  directConnection,
  directUrl,
  hasNamedStatements,
  isPooled,
} from "./connection";
import { db } from "./kysely";
import { plain, plainBatch } from "./plain";
import { closePool, pool } from "./pool";
import { prepareConnection } from "./prepare-connection";
import { reader } from "./read";
import { requireApplicationRole } from "./require-application-role";
import { requireDirectConnection } from "./require-direct-connection";
import { requireSameDatabase } from "./require-same-database";
import { writeUnaudited } from "./write-unaudited";

/** PostgreSQL itself, also while a test changes the settings. */
const POSTGRES_URL = directUrl();

type Settings = Partial<Pick<typeof env, "DATABASE_DIRECT_URL" | "DATABASE_NAMED_STATEMENTS">>;

/** Runs `work` on a connection of PostgreSQL, with the settings of a deployment. */
async function withSettings<T>(settings: Settings, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { DATABASE_DIRECT_URL, DATABASE_NAMED_STATEMENTS } = env;
  Object.assign(env, settings);
  const client = new pg.Client({ ...connection(), connectionString: POSTGRES_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    Object.assign(env, { DATABASE_DIRECT_URL, DATABASE_NAMED_STATEMENTS });
    await client.end();
  }
}

const pooled = { DATABASE_DIRECT_URL: POSTGRES_URL, DATABASE_NAMED_STATEMENTS: "0" } as const;

const setting = (name: string) => sql<string>`current_setting(${name}, true)`;
const selectSession = statement(
  plain.selectNoFrom([
    sql<string>`current_user::text`.as("role"),
    setting("app.workspace_id").as("workspace"),
    setting("timezone").as("timezone"),
    setting("statement_timeout").as("statement_timeout"),
    setting("idle_in_transaction_session_timeout").as("idle_timeout"),
  ]),
);
const inSession = { role: "parley_app", timezone: "UTC", statement_timeout: "30s", idle_timeout: "30s" };

describe("behind a pooler", () => {
  test("each batch sets its role, tenant and limits, and leaves nothing to the session's next user", async () => {
    const owner = new URL(directUrl()).username;
    await withSettings(pooled, async (client) => {
      const rows = await sendBatchOn(client, [...beginStatements("ws_1"), selectSession]);
      expect(rows.at(-1)).toEqual([{ ...inSession, workspace: "ws_1" }]);
      const [next] = await sendBatchOn(client, [selectSession]);
      expect(next).toEqual([expect.objectContaining({ role: owner, workspace: "" })]);
      expect((await sendBatchOn(client, [...beginStatements(null), selectSession])).at(-1)).toEqual([
        { ...inSession, workspace: "" },
      ]);
    });
  });

  test("reads, writes and statements without a workspace run as the application's role", async () => {
    const role = sql<string>`current_user::text`.as("role");
    await withSettings(pooled, async () => {
      await closePool();
      const rows = [
        await reader("ws_1").all(db.selectNoFrom(role)),
        await writeUnaudited({ workspaceId: "ws_1" }, (tx) => tx.all(db.selectNoFrom(role))),
        (await plainBatch(plain.selectNoFrom(role)))[0],
      ];
      expect(rows).toEqual(Array.from(rows, () => [{ role: "parley_app" }]));
      expect(pool().options.onConnect).toBe(prepareConnection);
      await closePool();
    });
  });

  test.each([
    ["0", 0],
    ["1", 2],
  ] as const)(
    "with DATABASE_NAMED_STATEMENTS=%s a batch leaves %i named statements",
    async (named, count) => {
      await withSettings({ ...pooled, DATABASE_NAMED_STATEMENTS: named }, async (client) => {
        await sendBatchOn(client, [...beginStatements(null), selectSession]);
        const { rows } = await client.query("select count(*)::int from pg_prepared_statements");
        expect(rows).toEqual([{ count }]);
      });
    },
  );
});

describe("a connection", () => {
  test("whose role was ignored is refused", async () => {
    const client = new pg.Client({ ...directConnection(), options: "-c timezone=UTC" });
    await client.connect();
    const refused = withSettings({ DATABASE_DIRECT_URL: undefined }, () => requireApplicationRole(client));
    await expect(refused).rejects.toThrow(
      /^The connection of DATABASE_URL runs as \w+, not as parley_app: .* Set DATABASE_DIRECT_URL/,
    );
    await client.end();
  });

  test("with its role is accepted, with and without a pooler", async () => {
    await withSettings(pooled, requireApplicationRole);
    await withSettings({ DATABASE_DIRECT_URL: undefined }, requireApplicationRole);
  });
});

/** The refusal of PgBouncer 1.18 of a connection with session settings. */
const REFUSAL = Buffer.concat([
  Buffer.from([0x45, 0, 0, 0, 0]),
  Buffer.from("SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"),
]);

describe("migrations", () => {
  test("accept PostgreSQL itself", async () => {
    await expect(requireDirectConnection(directUrl(), false)).resolves.toBeUndefined();
  });

  test("refuse a pooler, and name the setting", async () => {
    REFUSAL.writeInt32BE(REFUSAL.length - 1, 1);
    const server = createServer((socket) => socket.once("data", () => socket.end(REFUSAL))).listen(
      0,
      "127.0.0.1",
    );
    await once(server, "listening");
    const url = `postgresql://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/parley`;
    await expect(requireDirectConnection(url, false)).rejects.toThrow(/Also set DATABASE_DIRECT_URL/);
    await expect(requireDirectConnection(url, true)).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to a connection pooler/,
    );
    await new Promise((resolve) => server.close(resolve));
  });

  test("accept two ways to one database, and refuse ways to two", async () => {
    await expect(requireSameDatabase(databaseUrl(), POSTGRES_URL)).resolves.toBeUndefined();
    const adminDatabase = new URL(POSTGRES_URL);
    adminDatabase.pathname = "/postgres";
    await expect(requireSameDatabase(adminDatabase.href, POSTGRES_URL)).rejects.toThrow(
      /lead to different databases/,
    );
  });

  test.runIf(isPooled())("statements are named as `npm run test:pooler` was told", () => {
    expect(hasNamedStatements()).toBe(process.env.TEST_POOLER_NAMED === "1");
  });

  test.runIf(isPooled())("refuse the pooler of `npm run test:pooler`", async () => {
    await expect(requireDirectConnection(databaseUrl(), false)).rejects.toThrow(
      /leads to a connection pooler/,
    );
  });
});
