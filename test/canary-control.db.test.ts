import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { reindexCalls } from "@/lib/calls";
import { systemCtx } from "@/lib/context/make";
import { runJobs } from "@/lib/jobs/run";
import { closeHub } from "@/lib/live";
import { log } from "@/lib/log";
import { everyColumn } from "./fixtures/canary/database";
import { finder } from "./fixtures/canary/needles";
import {
  ACCOUNT,
  BIRTHDAY,
  CANARIES,
  CARD,
  MAIL,
  MOBILE,
  NAME,
  SLOT,
  TALKS,
  VARIABLES,
} from "./fixtures/canary/values";
import { openWorld, type World } from "./fixtures/canary/world";

vi.hoisted(() => {
  process.env.LOG_LEVEL = "trace";
});

const PATIENCE = { timeout: 15_000, interval: 50 };
const DIGITS = ACCOUNT.digits ?? "";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
  await closeHub();
});

describe("the search for values", () => {
  const find = finder([ACCOUNT, MAIL]);
  const mail = MAIL.written[0] ?? "";
  const forms: Record<string, string> = {
    "as it is": `x${DIGITS}y`,
    "in other letters": "Quirin.MAVERLY@example.ORG",
    "with separators": "48-15 16.23(42)",
    "in words": "Four eight one five, one six two three four two!",
    "in hyphened words": "forty-eight fifteen sixteen twenty-three forty-two",
    "as JSON in JSON": JSON.stringify(JSON.stringify({ mail })),
    "as escapes of JSON": `"${[...mail].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join("")}"`,
    "in an address": `?q=${encodeURIComponent(mail)}`,
    "in hex": Buffer.from(mail).toString("hex"),
    ...Object.fromEntries(
      ["", "a", "ab"].flatMap((before) =>
        (["base64", "base64url"] as const).map((encoding) => [
          `in ${encoding} behind ${before.length} octets`,
          Buffer.from(`${before}${mail} and more`).toString(encoding),
        ]),
      ),
    ),
  };

  test.each(Object.entries(forms))("finds a value %s", (where, text) => {
    expect(find([{ where, text }])).toHaveLength(1);
  });

  test("finds nothing in ids, times and other numbers", () => {
    const text = "call_01m7y2jrvm2bhdtprtsah3t3v6 2026-11-21T03:32:13.700Z 4815162343 four eight fifteen";
    expect(find([{ where: "", text }])).toEqual([]);
  });

  test("finds a value in any column of any type, of a table that nobody knew", async () => {
    await world.admin.query(`
      CREATE SCHEMA surprise;
      CREATE TABLE surprise.new (a text, b jsonb, c bytea, d text[], e bigint, f json, g varchar, h bytea)`);
    await world.admin.query(
      "INSERT INTO surprise.new VALUES ($1::text, $2::text::jsonb, $3, $4, $5, $2::text::json, $1::text, $6)",
      [
        `it is ${DIGITS}`,
        JSON.stringify({ deep: [{ [DIGITS]: 1 }] }),
        Buffer.from(`\0${DIGITS}\xff`),
        ["x", DIGITS],
        DIGITS,
        Buffer.from("nothing"),
      ],
    );
    const hits = find(await everyColumn(world.admin)).map((hit) => hit.split(":")[0]);
    expect(hits).toEqual(["a", "b", "c", "d", "e", "f", "g"].map((column) => `surprise.new.${column}`));
    await world.admin.query("DROP SCHEMA surprise CASCADE");
  });

  test("finds a value in a job, in the log, and in what listeners are told", async () => {
    const payload = JSON.stringify({ note: DIGITS });
    await world.admin.query("SELECT graphile_worker.add_job('surprise', $1::json)", [payload]);
    expect(find(await everyColumn(world.admin))).toHaveLength(1);
    await world.admin.query("DELETE FROM graphile_worker._private_jobs");
    log.trace({ planted: DIGITS }, "a line that should not be");
    await world.admin.query(`NOTIFY parley_live, '${DIGITS}'`);
    await vi.waitFor(() => expect(find([{ where: "NOTIFY", text: world.announced.join() }])).toHaveLength(1));
    expect(find([{ where: "the log", text: world.logged.join() }])).toHaveLength(1);
  });
});

describe("values of variables that are not sensitive", () => {
  const unmarked = VARIABLES.map((one) => ({ ...one, sensitive: false }));
  const told = [ACCOUNT, BIRTHDAY, SLOT, MOBILE, MAIL, NAME];
  let agent: string;
  let id: string;
  let loggedBefore: number;
  beforeAll(async () => {
    loggedBefore = world.logged.length;
    agent = await world.agent("Front desk", { variables: unmarked });
    id = await world.start(agent);
    await world.talk(id, TALKS["in digits"] ?? []);
    await world.see("PATCH", `/v1/calls/${id}`, { body: { notes: `Said ${DIGITS}, ${MAIL.written[0]}.` } });
    await world.followed();
  });

  /** Where the call shows which values now. */
  async function shown(): Promise<string[]> {
    const from = world.seen.length;
    await world.see("GET", `/v1/calls/${id}`);
    await world.see("GET", `/v1/calls/${id}/events`);
    await world.see("GET", "/v1/calls");
    return finder(CANARIES)(world.seen.slice(from));
  }
  const search = async (q: string) => (await world.see("GET", `/v1/calls?q=${q}`)).data as { id: string }[];

  test("are found by the same search, in the call's answers and events, though not in the database", async () => {
    for (const value of told) {
      const hits = finder([value])(world.seen);
      expect(hits.join(), value.name).toContain(`/v1/calls/${id}:`);
      expect(hits.join(), value.name).toContain(`/v1/calls/${id}/events:`);
      expect(hits.join(), value.name).toContain(`/v1/calls/${id}/messages:`);
    }
    expect(finder([CARD])(world.seen)).toEqual([]);
    expect(finder(CANARIES)(await everyColumn(world.admin))).toEqual([]);
    expect(finder(CANARIES)([{ where: "the log", text: world.logged.slice(loggedBefore).join("") }])).toEqual(
      [],
    );
    expect(await search("Quillfeather")).toHaveLength(1);
  });

  test("are masked everywhere once they are marked, in what was stored before as well", async () => {
    expect((await shown()).length).toBeGreaterThan(told.length);
    await world.see("PATCH", `/v1/agents/${agent}`, { body: { variables: VARIABLES } });
    expect(await shown()).toEqual([]);

    const { workspaceId } = world.space;
    const jobs = runJobs({
      "calls.reindex": (job) => reindexCalls(systemCtx(workspaceId, "calls.reindex"), job.agentId, job.after),
    });
    try {
      for (const q of ["Quillfeather", "maverly", "xylocarp", DIGITS])
        await vi.waitFor(async () => expect(await search(q)).toEqual([]), PATIENCE);
    } finally {
      await jobs.stop();
    }
    expect(await search("assistant")).toHaveLength(1);
  });

  test("stay masked in that call when they are unmarked; a later call shows them again", async () => {
    await world.see("PATCH", `/v1/agents/${agent}`, { body: { variables: unmarked } });
    expect(await shown()).toEqual([]);
    await world.see("POST", `/v1/agents/${agent}/deploy`);
    const next = await world.start(agent);
    await world.talk(next, TALKS["in digits"] ?? []);
    const from = world.seen.length;
    await world.see("GET", `/v1/calls/${next}`);
    expect(finder([ACCOUNT, MAIL])(world.seen.slice(from))).toHaveLength(2);
  });
});
