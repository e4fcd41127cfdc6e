import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { sendBatchOn } from "@/lib/platform/db/batch";
import { beginStatements } from "@/lib/platform/db/begin-statements";
import { pool } from "@/lib/platform/db/pool";
import { IDENTITY_TABLES, PLAIN_TABLES } from "@/lib/platform/db/tables";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "./fixtures/admin";
import { apiOf, type Json, pathWith } from "./fixtures/api";
import { everyRoute, parametersOf } from "./fixtures/every-route";
import { bodyFor, parametersFor, RESOURCES } from "./fixtures/resources";
import { makeWorkspace, type TestWorkspace } from "./fixtures/workspace";

const APP = "parley_app";
const OUTSIDE: readonly string[] = [...IDENTITY_TABLES, ...PLAIN_TABLES];
/** The one table whose rows are workspaces themselves. */
const ROOT = "workspaces";
const workspaceColumn = (table: string) => (table === ROOT ? "id" : "workspace_id");

type Tenant = { space: TestWorkspace; ids: Record<string, string[]> };
let admin: pg.Client;
let tables: string[];
let a: Tenant;
let b: Tenant;

/** A workspace with two of everything, of the same names as in any other. */
async function settle(): Promise<Tenant> {
  const space = await makeWorkspace();
  const ids: Record<string, string[]> = {};
  for (const [prefix, make] of Object.entries(RESOURCES))
    ids[prefix] = [await make(space, "live"), await make(space, "test")];
  await rowsWithoutRoute(space, ids);
  return { space, ids };
}

/** Rows that only a conversation makes, so that no table is empty when it is looked at. */
async function rowsWithoutRoute(
  { workspaceId }: TestWorkspace,
  ids: Record<string, string[]>,
): Promise<void> {
  const now = new Date().toISOString();
  const row = {
    workspace_id: workspaceId,
    environment: "live",
    contact_hash: Buffer.from("the same in both"),
  };
  const [callId = "", agentId = ""] = [ids.call?.[0], ids.agt?.[0]];
  const runId = ids.run?.[0] ?? "";
  await writeUnaudited(
    { workspaceId },
    {
      run: [
        db.insertInto("agent_rollbacks").values({
          workspace_id: workspaceId,
          agent_id: agentId,
          number: 1,
          version: 1,
          created_at: now,
          created_by: "a test",
        }),
        db.insertInto("traffic_splits").values({
          workspace_id: workspaceId,
          id: newId("spl"),
          agent_id: agentId,
          live_version: 1,
          candidate_version: 1,
          percent: 10,
          started_at: now,
          started_by: "a test",
        }),
        db.insertInto("backfills").values({
          workspace_id: workspaceId,
          name: "compress_transcripts",
          estimate: 0,
          started_at: now,
          updated_at: now,
        }),
        db.insertInto("cost_limits").values({
          workspace_id: workspaceId,
          limits: json({ currency: "EUR", per_day: null, per_month: null, reserve_per_call: "0.25" }),
        }),
        db.insertInto("call_costs").values({
          workspace_id: workspaceId,
          call_id: callId,
          agent_id: agentId,
          day: "2026-11-28",
          currency: "EUR",
          amount: "0.25",
          is_reserved: true,
        }),
        db.insertInto("price_lists").values({ workspace_id: workspaceId, prices: json({ prices: [] }) }),
        db.insertInto("scorecards").values({
          workspace_id: workspaceId,
          agent_id: agentId,
          criteria: json({ versions: [], current: [] }),
          updated_at: now,
        }),
        db.insertInto("score_runs").values({
          workspace_id: workspaceId,
          id: newId("srn"),
          agent_id: agentId,
          first_day: "2026-11-01",
          last_day: "2026-11-02",
          replaces: false,
          total: 0,
          created_by: "a test",
          created_at: now,
        }),
        db.insertInto("call_scores").values({
          workspace_id: workspaceId,
          call_id: callId,
          criterion: "politeness",
          version: 1,
          agent_id: agentId,
          environment: "live",
          called_at: now,
          kind: "yes_no",
          state: "judged",
          value: 1,
        }),
        db.insertInto("call_sip_messages").values({
          id: newId("sip"),
          workspace_id: workspaceId,
          call_id: callId,
          messages: Buffer.from("the same in both"),
          created_at: now,
        }),
        db.insertInto("dismissed_proposals").values({
          workspace_id: workspaceId,
          agent_id: agentId,
          call_id: callId,
          dismissed_at: now,
        }),
        db.insertInto("suite_results").values({
          key: `${runId}/0/1`,
          workspace_id: workspaceId,
          run_id: runId,
          case_index: 0,
          repetition: 1,
          passed: true,
          failures: json([]),
          turns: 1,
          ended_at: now,
        }),
        db.insertInto("sip_placements").values({
          workspace_id: workspaceId,
          environment: "live",
          key: `call/${callId}/1`,
          call_id: callId,
          integration_id: newId("int"),
          from_number: "+12125550100",
          requested_at: now,
        }),
        db.insertInto("call_joins").values({
          workspace_id: workspaceId,
          environment: "live",
          id: newId("join"),
          call_id: callId,
          kind: "listen",
          member_id: newId("mem"),
          user_id: newId("usr"),
          session_id: newId("ses"),
          requested_at: now,
        }),
        db.insertInto("sip_registrations").values({
          workspace_id: workspaceId,
          integration_id: newId("int"),
          gateway_id: "sip_test",
          lease_until: now,
          updated_at: now,
        }),
        db.insertInto("trunk_usage").values({
          workspace_id: workspaceId,
          integration_id: newId("int"),
          hour: now,
          country: "US",
          lift: 0,
          calls: 1,
          failed: 0,
          minutes: 1,
          spend: 0,
        }),
        db.insertInto("callbacks").values({
          ...row,
          id: newId("cbk"),
          call_id: callId,
          agent_id: agentId,
          subject_id: callId,
          due_at: now,
          created_at: now,
        }),
        db
          .insertInto("suppressions")
          .values({ ...row, channels: ["call"], reason: "asked", source: "request", created_at: now }),
        ...outreachRows(workspaceId, callId, agentId, now),
        ...ssoRows(workspaceId, now),
        ...keyRows(workspaceId, now),
        ...analyticsRows(workspaceId, agentId, now),
        db.insertInto("recordings").values({
          workspace_id: workspaceId,
          call_id: callId,
          subject_id: callId,
          object: "0".repeat(32),
          state: "captured",
          started_ms: 0,
          created_at: now,
        }),
        db.insertInto("notices").values({
          id: newId("ntc"),
          workspace_id: workspaceId,
          user_id: newId("usr"),
          kind: "campaign.failed",
          subject: "the same in both",
          created_at: now,
        }),
        db.insertInto("idempotency_keys").values({
          workspace_id: workspaceId,
          scope: Buffer.from("s"),
          request_hash: Buffer.from("h"),
          state: "done",
          created_at: now,
          expires_at: now,
        }),
      ],
    },
  );
}

/** A contact in a campaign, with all that lies around them. */
function outreachRows(workspaceId: string, callId: string, agentId: string, now: string) {
  const [contactId, campaignId, importId] = [newId("ctc"), newId("cmp"), newId("imp")];
  const tenant = { workspace_id: workspaceId, environment: "live" };
  const sealed = Buffer.from("sealed");
  return [
    db.insertInto("contacts").values({
      ...tenant,
      id: contactId,
      number_hash: Buffer.from("the same in both"),
      number: sealed,
      created_at: now,
      updated_at: now,
    }),
    db.insertInto("consents").values({
      ...tenant,
      id: newId("con"),
      contact_id: contactId,
      purpose: "informational",
      channel: "call",
      granted: true,
      source: "a test",
      actor_type: "system",
      actor_id: "a test",
      at: now,
      created_at: now,
    }),
    db.insertInto("imports").values({
      ...tenant,
      id: importId,
      kind: "contacts",
      format: "csv",
      bytes: 1,
      created_by: "a test",
      created_at: now,
    }),
    db
      .insertInto("import_chunks")
      .values({ workspace_id: workspaceId, import_id: importId, part: 0, sealed }),
    db
      .insertInto("import_rejected_parts")
      .values({ workspace_id: workspaceId, import_id: importId, part: 0, sealed }),
    db.insertInto("campaigns").values({
      ...tenant,
      id: campaignId,
      name: "A campaign",
      agent_id: agentId,
      channel: "phone",
      purpose: "informational",
      window: json({ days: ["mon"], start: "09:00", end: "18:00", timezone: "callee" }),
      max_concurrent_calls: 1,
      calls_per_second: 1,
      attempts: json({ max: 1, retry_after_minutes: 1, on: [] }),
      created_by: "a test",
      created_at: now,
      updated_at: now,
    }),
    db.insertInto("campaign_contacts").values({
      workspace_id: workspaceId,
      campaign_id: campaignId,
      contact_id: contactId,
      created_at: now,
      updated_at: now,
    }),
    db.insertInto("attempts").values({
      ...tenant,
      key: `${campaignId}/${contactId}/1`,
      contact_id: contactId,
      contact_hash: Buffer.from("the same in both"),
      call_id: callId,
      channel: "call",
      number: 1,
      decision: json({}),
      scheduled_at: now,
      claimed_at: now,
    }),
    db.insertInto("phone_numbers").values({
      ...tenant,
      id: newId("num"),
      number: newId("num"),
      integration_id: newId("int"),
      created_at: now,
    }),
    db.insertInto("texts").values({
      ...tenant,
      id: newId("txt"),
      call_id: callId,
      contact_id: contactId,
      direction: "inbound",
      state: "received",
      created_at: now,
    }),
    db.insertInto("deferred_texts").values({
      id: newId("txt"),
      workspace_id: tenant.workspace_id,
      carrier: "twilio",
      carrier_ref: newId("txt"),
      sealed: Buffer.from("the same in both"),
      created_at: now,
    }),
  ];
}

/** Figures, and a change that was not added to them yet. */
function analyticsRows(workspace_id: string, agent_id: string, at: string) {
  const key = { workspace_id, environment: "live", at, agent_id, campaign_id: "", channel: "chat" };
  return [
    db.insertInto("analytics_changes").values({ ...key, measures: [], labels: [], calls: [], totals: [] }),
    db.insertInto("analytics_rollups").values({
      ...key,
      grain: "quarter",
      measure: "status",
      label: "completed",
      calls: 1,
      total: 0,
    }),
    db.insertInto("analytics_state").values({ workspace_id, timezone: "UTC" }),
  ];
}

/** A rotation, a withdrawn customer key, and a staff access request. */
function keyRows(workspace_id: string, now: string) {
  const bytes = Buffer.from("the same in both");
  return [
    db.insertInto("key_rotations").values({
      workspace_id,
      version: 1,
      reason: "manual",
      started_by: "a test",
      total: 1,
      created_at: now,
      completed_at: now,
    }),
    db.insertInto("customer_keys").values({ workspace_id, check_value: bytes, imported_at: now }),
    db.insertInto("key_imports").values({
      id: newId("imk"),
      workspace_id,
      public_key: "PEM",
      created_at: now,
      expires_at: now,
    }),
    db.insertInto("staff_tickets").values({
      id: newId("tck"),
      workspace_id,
      staff_id: "stf_of_a_test",
      staff_email: "staff@example.com",
      reason: "a test",
      hours: 1,
      created_at: now,
    }),
  ];
}

/** An identity provider of the same name in both, and what a sign-in leaves. */
function ssoRows(workspace_id: string, now: string) {
  const hash = Buffer.from("the same in both");
  return [
    db.insertInto("sso_connections").values({
      workspace_id,
      entity_id: "https://idp.example.com",
      sso_url: "https://idp.example.com/sso",
      certificates: json([]),
      role_mapping: json({}),
      created_at: now,
      updated_at: now,
    }),
    db.insertInto("sso_domains").values({ workspace_id, domain: "example.com", created_at: now }),
    db.insertInto("sso_requests").values({
      workspace_id,
      relay_hash: hash,
      request_id: "_1",
      purpose: "sign_in",
      created_at: now,
      expires_at: now,
    }),
    db.insertInto("sso_assertions").values({ workspace_id, assertion_hash: hash, expires_at: now }),
  ];
}

beforeAll(async () => {
  admin = await adminOfThisDatabase();
  const { rows } = await admin.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations' ORDER BY 1",
  );
  tables = rows.map(({ name }) => name).filter((name) => !OUTSIDE.includes(name));
  [a, b] = [await settle(), await settle()];
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

/** Runs statements as the application does, with a workspace chosen or none, and takes everything back. */
async function asApp<T>(workspaceId: string | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await sendBatchOn(client, beginStatements(workspaceId));
    return await work(client);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

describe("the schema", () => {
  test("every table belongs to workspaces, except those that are named", async () => {
    expect(tables.length).toBeGreaterThan(15);
    const { rows } = await admin.query<{ table_name: string }>(
      "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id' AND is_nullable = 'NO'",
    );
    const with_ = new Set([ROOT, ...rows.map((row) => row.table_name)]);
    expect(tables.filter((table) => !with_.has(table))).toEqual([]);
  });

  test("row-level security is forced on each, and its policies go by the workspace at hand", async () => {
    const { rows } = await admin.query<{ name: string; guarded: boolean }>(
      "SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS guarded FROM pg_class WHERE relnamespace = 'public'::regnamespace",
    );
    const guarded = rows.filter((row) => row.guarded).map(({ name }) => name);
    expect(guarded.sort()).toEqual([...tables].sort());
    const { rows: policies } = await admin.query<{
      tablename: string;
      policyname: string;
      cmd: string;
      qual: string;
    }>(
      "SELECT tablename, policyname, cmd, qual FROM pg_policies WHERE schemaname = 'public' AND (roles && ARRAY['public', $1]::name[])",
      [APP],
    );
    for (const table of tables) {
      const tenantPolicies = policies.filter((p) => p.tablename === table && p.policyname === "tenant");
      expect(tenantPolicies, table).toMatchObject([
        { cmd: "ALL", qual: `(${workspaceColumn(table)} = current_setting('app.workspace_id'::text, true))` },
      ]);
    }
    // Each further policy widens what is seen: it must be known here.
    expect(
      policies.filter((p) => p.policyname !== "tenant").map((p) => `${p.tablename} ${p.policyname} ${p.cmd}`),
    ).toEqual(["members own_memberships SELECT", "staff_tickets own_tickets SELECT"]);
  });

  test("the application's role owns no table, can assume no other role, and bypasses no policy", async () => {
    const { rows } = await admin.query(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
         (SELECT count(*)::int FROM pg_shdepend WHERE refobjid = r.oid AND deptype = 'o') AS owned,
         has_schema_privilege(r.oid, 'public', 'CREATE') AS creates,
         has_database_privilege(r.oid, current_database(), 'CREATE') AS makes_schemas
       FROM pg_roles r WHERE rolname = $1`,
      [APP],
    );
    expect(rows).toEqual([
      {
        ...{
          rolsuper: false,
          rolbypassrls: false,
          rolcreaterole: false,
          rolcreatedb: false,
          rolcanlogin: false,
        },
        ...{ memberships: 0, owned: 0, creates: false, makes_schemas: false },
      },
    ]);
    const { rows: powers } = await admin.query(
      `SELECT table_schema, table_name, privilege_type FROM information_schema.role_table_grants
       WHERE grantee IN ($1, 'PUBLIC') AND table_schema NOT IN ('pg_catalog', 'information_schema')
         AND (table_schema <> 'public' OR privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))`,
      [APP],
    );
    expect(powers).toEqual([]);
  });

  test("a row cannot refer to a row of another workspace, not even in a superuser's write", async () => {
    const { rows } = await admin.query<{ child: string; column: string; parent: string }>(
      `SELECT k.conrelid::regclass::text AS child, a.attname AS column, k.confrelid::regclass::text AS parent
       FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[2]
       WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND cardinality(k.conkey) = 2 ORDER BY 1, 2`,
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const { child, column, parent } of rows) {
      await admin.query("BEGIN");
      const foreign = await admin.query(`SELECT id FROM ${parent} WHERE workspace_id = $1 LIMIT 1`, [
        b.space.workspaceId,
      ]);
      // Of a table with immutable rows, the trigger would refuse the change first.
      await admin.query(`ALTER TABLE ${child} DISABLE TRIGGER USER`);
      const change = admin.query(
        `UPDATE ${child} SET ${column} = $1 WHERE ctid = (SELECT ctid FROM ${child} WHERE workspace_id = $2 LIMIT 1)`,
        [foreign.rows[0].id, a.space.workspaceId],
      );
      await expect(change, `${child}.${column}`).rejects.toMatchObject({ code: "23503" });
      await admin.query("ROLLBACK");
    }
  });

  test("functions that act with their owner's rights are these, and are called by the application alone", async () => {
    const { rows } = await admin.query<{ name: string; anyone: boolean; settings: string[] }>(
      `SELECT proname AS name, has_function_privilege('public', oid, 'EXECUTE') AS anyone, proconfig AS settings
       FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      "append_audit_event",
      "backfill_progress",
      "calls_with_tag",
      "calls_with_words",
      "contacts_with_name",
      "copy_key_id",
      "delete_failed_jobs",
      "destroy_workspace",
      "enqueue_job",
      "enqueue_jobs",
      "enqueue_unless_waiting",
      "job_counts",
      "next_sip_placement",
      "objects_in_use",
      "sip_trunks",
      "take_webhook_jobs",
      "update_campaign_counts",
      "workspace_ids",
      "workspace_of_carrier",
      "workspace_of_invitation",
      "workspace_of_sso_domain",
      "workspaces_enforcing_sso",
    ]);
    for (const { name, anyone, settings } of rows) {
      expect(anyone, name).toBe(false);
      expect(settings, name).toContain("search_path=public");
    }
  });
});

describe("the application", () => {
  test("sees no row of any table without a workspace, nor with one that is not there", async () => {
    for (const workspaceId of [null, "", newId("ws")])
      await asApp(workspaceId, async (client) => {
        for (const table of tables) {
          const { rows } = await client.query(`SELECT count(*)::int AS n FROM ${table}`);
          expect([table, rows[0].n]).toEqual([table, 0]);
        }
      });
  });

  test("sees the rows of its workspace and no other's, in every table", async () => {
    for (const { space } of [a, b])
      await asApp(space.workspaceId, async (client) => {
        for (const table of tables) {
          const { rows } = await client.query(
            `SELECT count(*)::int > 0 AS some, count(*) FILTER (WHERE ${workspaceColumn(table)} <> $1)::int AS foreign FROM ${table}`,
            [space.workspaceId],
          );
          expect([table, rows[0]]).toEqual([table, { some: true, foreign: 0 }]);
        }
      });
  });

  test("cannot give a row to another workspace, nor change or delete another's", async () => {
    for (const table of tables) {
      const column = workspaceColumn(table);
      const giving = asApp(a.space.workspaceId, (client) =>
        client.query(`UPDATE ${table} SET ${column} = $1`, [b.space.workspaceId]),
      );
      // Policies refuse with the same code as grants; a frozen table's trigger or a key of it may speak first.
      await expect(giving, table).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|23001|23505)$/),
      });
      const n = await asApp(a.space.workspaceId, async (client) => {
        const { rows } = await client.query("SELECT has_table_privilege($1, 'DELETE') AS may", [table]);
        if (!rows[0].may) return 0;
        return (await client.query(`DELETE FROM ${table} WHERE ${column} = $1`, [b.space.workspaceId]))
          .rowCount;
      });
      expect([table, n]).toEqual([table, 0]);
    }
  });

  test("changes nothing that is written once", async () => {
    for (const statement of [
      "UPDATE audit_events SET action = 'x'",
      "DELETE FROM audit_events",
      "UPDATE audit_heads SET seq = 0",
      "UPDATE agent_versions SET version = 9",
      "UPDATE agent_rollbacks SET version = 9",
      "UPDATE consents SET granted = false",
      "UPDATE call_sip_messages SET created_at = now()",
      "UPDATE campaign_counts SET contacts = 0",
    ])
      await expect(
        asApp(a.space.workspaceId, (client) => client.query(statement)),
        statement,
      ).rejects.toThrow();
  });
});

describe("the API", () => {
  /** A sound, its waveform, a file, and lists of parts do not say their own name; the sweep holds that another's is a 404. */
  const NAMELESS = [
    "GET /v1/calls/:id/recording",
    "GET /v1/calls/:id/recording/peaks",
    "GET /v1/calls/:id/sip-messages",
    "GET /v1/calls/:id/trunk-tries",
    "GET /v1/integrations/:id/inbound-routes",
    "GET /v1/integrations/:id/inbound-routes/preview",
    "GET /v1/suites/:id/runs/:run/results",
    "GET /v1/agents/:id/suites",
    "GET /v1/agents/:id/traffic-split/comparison",
    "GET /v1/agents/:id/case-proposals",
    "GET /v1/agents/:id/score-runs",
    "GET /v1/agents/:id/score-runs/estimate",
    "GET /v1/agents/:id/scores",
    "GET /v1/calls/:id/scores",
    "GET /v1/calls/:id/test-case",
    "GET /v1/exports/:id/file",
    "GET /v1/contacts/imports/:id/rejected",
    "GET /v1/analytics/charts/:chart",
    "GET /v1/campaigns/:id/results",
  ];
  const lists = everyRoute.filter(
    ({ method, spec }) =>
      method === "GET" && spec.capability !== null && spec.person !== true && spec.events === undefined,
  );

  test.each(lists.map((route) => [route.name, route] as const))(
    "%s shows each workspace its own and nothing of the other",
    async (_, route) => {
      const [one, two] = [apiOf(a.space), apiOf(b.space)];
      const visibleIds = async ({ space, ids }: Tenant, ask: typeof one) => {
        const params = await parametersFor(route, space, "live");
        const answer = await ask("GET", pathWith(route.path, params));
        expect(answer.status).toBe(200);
        return { text: answer.text, ids: Object.values(ids).flat(), made: Object.values(params) };
      };
      const [mine, theirs] = [await visibleIds(a, one), await visibleIds(b, two)];
      for (const [text, own, others] of [
        [mine.text, mine, [...theirs.ids, ...theirs.made, b.space.workspaceId, b.space.ownerId]],
        [theirs.text, theirs, [...mine.ids, ...mine.made, a.space.workspaceId, a.space.ownerId]],
      ] as const) {
        for (const id of others.filter((id) => id.includes("_"))) expect(text).not.toContain(id);
        if (parametersOf(route).length > 0 && !NAMELESS.includes(route.name))
          for (const id of own.made) expect(text).toContain(id);
      }
    },
  );

  test("calls are listed by environment, and filters only match their own workspace", async () => {
    const ask = apiOf(a.space);
    const idsOf = (json: Json) => (json.data as { id: string }[]).map(({ id }) => id);
    const [live = "", testing = ""] = a.ids.call ?? [];
    const all = idsOf((await ask("GET", "/v1/calls?limit=100")).json);
    expect(all).toContain(live);
    expect(all).not.toContain(testing);
    const listedIds = idsOf((await ask("GET", "/v1/calls?limit=100", { environment: "test" })).json);
    expect(listedIds).toContain(testing);
    expect(listedIds).not.toContain(live);
    for (const agent of b.ids.agt ?? [])
      expect((await ask("GET", `/v1/calls?include_total=true&agent_id=${agent}`)).json).toEqual({
        data: [],
        next_cursor: null,
        total: 0,
      });
  });

  test("what belongs to another workspace cannot be named in a body", async () => {
    const ask = apiOf(a.space);
    const [agent = ""] = b.ids.agt ?? [];
    const [integration = ""] = b.ids.int ?? [];
    const call = await ask("POST", "/v1/calls", { body: { agent_id: agent, channel: "chat" } });
    const missing = await ask("POST", "/v1/calls", { body: { agent_id: newId("agt"), channel: "chat" } });
    expect([call.status, { ...call.json, request_id: "" }]).toEqual([
      404,
      { ...missing.json, request_id: "" },
    ]);
    const route = everyRoute.find(({ name }) => name === "POST /v1/tools");
    if (route === undefined) throw new Error("There are no tools.");
    const body = (await bodyFor(route, a.space, "live")) as object;
    const refused = await ask("POST", "/v1/tools", { body: { ...body, integration_id: integration } });
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [expect.objectContaining({ pointer: "/integration_id", code: "unknown_integration" })],
    ]);
  });
});

describe("sealed columns", () => {
  /** Bytes in tables: sealed text, wrapped keys, keyed hashes. One that is new is added here, with what it is. */
  const PINNED = {
    api_keys: ["digest", "previous_digest"],
    attempts: ["busy", "contact_hash"],
    audit_events: ["hash", "previous"],
    audit_heads: ["hash"],
    call_comments: ["text"],
    call_scores: ["content"],
    call_sessions: ["state"],
    call_sip_messages: ["messages"],
    call_turns: ["sealed"],
    callbacks: ["contact_hash", "number", "reason"],
    calls: [
      "contact_hash",
      "from_number",
      "initial_variables",
      "metadata",
      "notes",
      "summary",
      "to_number",
      "transcript",
      "variables",
    ],
    campaign_contacts: ["variables"],
    consents: ["evidence", "wording"],
    contacts: ["attributes", "name", "number", "number_hash"],
    customer_keys: ["check_value", "material"],
    deletions: ["contact_hash"],
    deferred_texts: ["contact_hash", "sealed"],
    idempotency_keys: ["request_hash", "scope"],
    import_chunks: ["sealed"],
    import_rejected_parts: ["sealed"],
    integrations: ["secret"],
    invitations: ["email", "email_hash", "token_hash"],
    password_resets: ["token_hash"],
    key_imports: ["private_key"],
    recordings: ["peaks"],
    saved_views: ["content"],
    sso_assertions: ["assertion_hash"],
    sso_connections: ["break_glass_hash"],
    sso_requests: ["code_hash", "identity", "relay_hash"],
    recovery_codes: ["code_hash"],
    second_factors: ["secret"],
    staff: ["link_hash"],
    staff_sessions: ["token_hash"],
    subject_keys: ["wrapped"],
    suite_results: ["conversation"],
    suite_runs: ["cases"],
    suites: ["cases"],
    suppressions: ["contact_hash"],
    texts: ["body"],
    webhook_endpoints: ["previous_secret", "secret"],
    workspace_keys: ["wrapped"],
  };

  test("are those that are known, so that none is lost unseen", async () => {
    const { rows } = await admin.query<{ table_name: string; names: string[] }>(
      `SELECT table_name, array_agg(column_name::text ORDER BY column_name) AS names FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' GROUP BY 1 ORDER BY 1`,
    );
    expect(Object.fromEntries(rows.map(({ table_name, names }) => [table_name, names]))).toEqual(PINNED);
  });
});
