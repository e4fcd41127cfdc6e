import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeHub } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import { everyColumn } from "./fixtures/canary/database";
import {
  advanceTime,
  exportAll,
  lookAround,
  openSystem,
  readMetrics,
  replayAll,
} from "./fixtures/canary/exits";
import { type Canary, finder, type SeenText } from "./fixtures/canary/needles";
import {
  ACCOUNT,
  BIRTHDAY,
  CANARIES,
  CARD,
  MAIL,
  MOBILE,
  NAME,
  PLANTED,
  SLOT,
  TALKS,
  VARIABLES,
} from "./fixtures/canary/values";
import { kindOf, readEverything } from "./fixtures/canary/walk";
import { type CanaryFixture, openWorld } from "./fixtures/canary/world";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };

vi.hoisted(() => {
  process.env.LOG_LEVEL = "trace";
  process.env.TOOL_ALLOWED_HOSTS = "127.0.0.1";
});

/** Where what a call holds comes out. */
const OF_CALLS = [
  ...["GET /v1/calls/:id", "GET /v1/calls/:id/events", "webhook call.settled"],
  ...["GET /v1/calls", "webhook call.ended", "file of calls as csv", "file of calls as jsonl"],
];
const OF_VARIABLES = ["file of variables as csv", "file of variables as jsonl"];
/** Where names come out, that nothing masks. */
const OF_NAMES = [
  ...[
    "GET /v1/agents",
    "GET /v1/agents/:id",
    "GET /v1/contacts",
    "GET /v1/contacts/:id",
    "GET /v1/campaigns",
  ],
  ...[
    "webhook agent.created",
    "webhook consent.changed",
    "file of contacts as csv",
    "file of contacts as jsonl",
  ],
  "public.agents.name",
];
const DIGITS = ACCOUNT.digits ?? "";

let fixture: CanaryFixture;
beforeAll(async () => {
  fixture = await openWorld();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

describe("the search for values", () => {
  const find = finder([ACCOUNT, MAIL]);
  const mail = MAIL.forms[0] ?? "";
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
          `in ${encoding} behind ${before.length} bytes`,
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

  test("finds a value in any column of any type, in an unknown table", async () => {
    await fixture.admin.query(`
      CREATE SCHEMA surprise;
      CREATE TABLE surprise.new (a text, b jsonb, c bytea, d text[], e bigint, f json, g varchar, h bytea)`);
    await fixture.admin.query(
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
    const hits = find(await everyColumn(fixture.admin)).map((hit) => hit.split(":")[0]);
    expect(hits).toEqual(["a", "b", "c", "d", "e", "f", "g"].map((column) => `surprise.new.${column}`));
    await fixture.admin.query("DROP SCHEMA surprise CASCADE");
  });

  test("finds a value in a job, in the log, and in what listeners are told", async () => {
    const payload = JSON.stringify({ note: DIGITS });
    await fixture.admin.query("SELECT graphile_worker.add_job('surprise', $1::json)", [payload]);
    expect(find(await everyColumn(fixture.admin))).toHaveLength(1);
    await fixture.admin.query("DELETE FROM graphile_worker._private_jobs");
    log.trace({ planted: DIGITS }, "a line that should not be");
    await fixture.admin.query(`NOTIFY parley_live, '${DIGITS}'`);
    await vi.waitFor(
      () => expect(find([{ where: "NOTIFY", text: fixture.announced.join() }])).toHaveLength(1),
      PATIENCE,
    );
    expect(find([{ where: "the log", text: fixture.logged.join() }])).toHaveLength(1);
  });

  test("finds a value in the metrics, had it become a label", async () => {
    const planted = await readMetrics(() => ({
      openCalls: [[DIGITS, 1]],
      late: [],
      lateStepsMs: [1] as never,
      answerDelays: [],
      delayStepsMs: [] as never,
      droppedFrames: 0,
      incompleteUtterances: 0,
      refusedCalls: 0,
      lagMs: 0,
      maxCalls: 1,
    }));
    expect(find([planted])).toHaveLength(1);
    expect(find([await readMetrics()])).toEqual([]);
  });
});

/** Every route and file, twice over. */
const EVERYTHING_TIMEOUT_MS = 240_000;

describe("values of variables that are not sensitive", () => {
  const unmarked = VARIABLES.map((variable) => ({ ...variable, sensitive: false }));
  const planted = [ACCOUNT, BIRTHDAY, SLOT, MOBILE, MAIL, NAME];
  let agent: string;
  let id: string;
  let files: Map<string, string>;
  let system: Awaited<ReturnType<typeof openSystem>>;
  beforeAll(async () => {
    // Values of the control are excluded from the later search.
    fixture.logged.length = 0;
    fixture.announced.length = 0;
    system = await openSystem(fixture);
    const name = PLANTED.forms[0] ?? "";
    agent = await fixture.agent(name, { variables: unmarked });
    const consents = [{ purpose: "informational", channel: "call", granted: true, source: "form" }];
    const person = { phone: "+12125550165", name, consents };
    const contact = await fixture.see("POST", "/v1/contacts", { body: person });
    await fixture.see("POST", "/v1/campaigns", { body: { name, agent_id: agent, contacts: [person.phone] } });
    id = await fixture.start(agent, { contact_id: contact.id });
    await fixture.talk(id, TALKS["in digits"] ?? []);
    await fixture.see("PATCH", `/v1/calls/${id}`, { body: { notes: `Said ${DIGITS}, ${MAIL.forms[0]}.` } });
    await fixture.followed();
  });
  afterAll(() => system.close());

  /** Current output of every exit, in addition to the files written earlier. */
  async function exits(): Promise<SeenText[]> {
    const from = fixture.texts.length;
    await advanceTime(fixture, system);
    files = await exportAll(fixture, system);
    await replayAll(fixture, system);
    await readEverything(fixture);
    await lookAround(fixture);
    return fixture.texts.slice(from).map(({ where, text }) => {
      const file = files.get(/exp_[0-9a-z]{26}/.exec(where)?.[0] ?? "");
      return {
        where: file === undefined || !where.endsWith("/file") ? kindOf(where) : `file of ${file}`,
        text,
      };
    });
  }
  const placesOf = (canary: Canary, texts: readonly SeenText[]) =>
    new Set(finder([canary])(texts).map((hit) => hit.slice(0, hit.lastIndexOf(":"))));
  const search = async (q: string) => (await fixture.see("GET", `/v1/calls?q=${q}`)).data as { id: string }[];
  let before: SeenText[];

  test("are found by the same search, in the call's answers and events, though not in the database", async () => {
    for (const value of planted) {
      const hits = finder([value])(fixture.texts);
      expect(hits.join(), value.name).toContain(`/v1/calls/${id}:`);
      expect(hits.join(), value.name).toContain(`/v1/calls/${id}/events:`);
      expect(hits.join(), value.name).toContain(`/v1/calls/${id}/messages:`);
    }
    expect(finder([CARD])(fixture.texts)).toEqual([]);
    expect(finder(CANARIES)(await everyColumn(fixture.admin))).toEqual([]);
    expect(finder(CANARIES)([{ where: "the log", text: fixture.logged.join("") }])).toEqual([]);
    expect(await search("Quillfeather")).toHaveLength(1);
  });

  test("come out by every exit of calls, and names by every other: none is looked at where nothing comes", {
    timeout: EVERYTHING_TIMEOUT_MS,
  }, async () => {
    before = await exits();
    for (const value of planted)
      expect([...placesOf(value, before)], value.name).toEqual(expect.arrayContaining(OF_CALLS));
    for (const value of [ACCOUNT, BIRTHDAY, MAIL])
      expect([...placesOf(value, before)], value.name).toEqual(expect.arrayContaining(OF_VARIABLES));
    expect([...placesOf(PLANTED, before)]).toEqual(expect.arrayContaining(OF_NAMES));
    const metrics = before.filter(({ where }) => where === "GET /metrics").map(({ text }) => text);
    expect(metrics.join()).toMatch(/^parley_calls\{channel="chat"\} \d+$/m);
    expect(finder([PLANTED, ...CANARIES])(metrics.map((text) => ({ where: "GET /metrics", text })))).toEqual(
      [],
    );
  });

  test("are masked at every exit once they are marked, in what was stored before as well, and files from before are gone", {
    timeout: EVERYTHING_TIMEOUT_MS,
  }, async () => {
    const old = [...files].filter(([, what]) => /^(calls|variables)/.test(what));
    expect((await fixture.ask("GET", `/v1/exports/${old[0]?.[0]}/file`)).status).toBe(200);
    await fixture.see("PATCH", `/v1/agents/${agent}`, { body: { variables: VARIABLES } });
    const from = fixture.texts.length;
    for (const [file] of old) expect((await fixture.ask("GET", `/v1/exports/${file}/file`)).status).toBe(409);
    await fixture.see("GET", `/v1/calls/${id}/events`);
    expect(finder(CANARIES)(fixture.texts.slice(from))).toEqual([]);
    const after = await exits();
    expect(finder(CANARIES)(after)).toEqual([]);
    expect([...placesOf(PLANTED, after)]).toEqual(expect.arrayContaining(OF_NAMES));
    for (const q of ["Quillfeather", "maverly", "xylocarp", DIGITS]) expect(await search(q)).toEqual([]);
    expect((await search("assistant")).map((call) => call.id)).toContain(id);
  });

  test("stay masked in that call when they are unmarked; a later call shows them again", async () => {
    await fixture.see("PATCH", `/v1/agents/${agent}`, { body: { variables: unmarked } });
    let from = fixture.texts.length;
    await fixture.see("GET", `/v1/calls/${id}`);
    await fixture.see("GET", "/v1/calls");
    expect(finder(CANARIES)(fixture.texts.slice(from))).toEqual([]);
    await fixture.see("POST", `/v1/agents/${agent}/deploy`);
    const next = await fixture.start(agent);
    await fixture.talk(next, TALKS["in digits"] ?? []);
    from = fixture.texts.length;
    await fixture.see("GET", `/v1/calls/${next}`);
    expect(finder([ACCOUNT, MAIL])(fixture.texts.slice(from))).toHaveLength(2);
  });
});
