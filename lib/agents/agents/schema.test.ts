import { describe, expect, test } from "vitest";
import { INITIAL_DEFAULTS } from "@/lib/identity/workspaces/schema";
import { buildConfig, buildPolicy } from "./defaults";
import { canonicalJson, digestOf } from "./digest";
import { copyName } from "./duplicate";
import { AgentConfig, AgentPolicy, CreateAgent, UpdateAgent } from "./schema";

const minimalAgent = { name: "Front desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
const refused = (overrides: object): string[] => {
  const parsed = CreateAgent.safeParse({ ...minimalAgent, ...overrides });
  return (parsed.error?.issues ?? []).map(({ path }) => `/${path.join("/")}`);
};

const targets = (...to: string[]) => to.map((each) => ({ to: each }));
const MANY = Array.from({ length: 6 }, (_, n) => `+1212555010${n}`);
const HOURS = { days: ["mon"], start: "09:00", end: "17:00", timezone: "Etc/UTC" };

describe("limits of an agent", () => {
  test.each<[string, object, string]>([
    ["an empty name", { name: "" }, "/name"],
    ["a blank name", { name: " \u00a0 " }, "/name"],
    ["a name of 201", { name: "x".repeat(201) }, "/name"],
    ["a number as a name", { name: 7 }, "/name"],
    ["an unknown type", { type: "fax" }, "/type"],
    ["a voice without a provider", { voice_id: "slt" }, "/voice_id"],
    ["a prompt of 100,001", { prompt: "x".repeat(100_001) }, "/prompt"],
    ["a tool's name with a capital", { tools: ["Book"] }, "/tools/0"],
    ["65 tools", { tools: Array.from({ length: 65 }, (_, i) => `t${i}`) }, "/tools"],
    ["a variable's name with a dash", { variables: [{ name: "a-b" }] }, "/variables/0/name"],
    ["no choices", { variables: [{ name: "a", type: "choice", choices: [] }] }, "/variables/0/choices"],
    ["a language that is none", { language: "english!" }, "/language"],
    ["a national number", { transfer_to: "0123456" }, "/transfer_to"],
    ["six people for transfers", { transfer_targets: targets(...MANY) }, "/transfer_targets"],
    ["a national number of a person", { transfer_targets: targets("0123456") }, "/transfer_targets/0/to"],
    ["an extension", { transfer_targets: targets("sip:201@pbx.example.com") }, "/transfer_targets/0/to"],
    [
      "a hidden number",
      { transfer_targets: targets("sip:+19005550100@a.example") },
      "/transfer_targets/0/to",
    ],
    ["a SIP parameter", { transfer_targets: targets("sip:a@b.example;maddr=c") }, "/transfer_targets/0/to"],
    ["an escaped user", { transfer_targets: targets("sip:a%2b1@b.example") }, "/transfer_targets/0/to"],
    ["a SIPS address", { transfer_targets: targets("sips:a@b.example") }, "/transfer_targets/0/to"],
    ["a line break", { transfer_targets: targets("sip:a@b.example\r\nVia: c") }, "/transfer_targets/0/to"],
    [
      "hours that end before they start",
      { transfer_targets: [{ to: "+12125550123", hours: { ...HOURS, end: "08:00" } }] },
      "/transfer_targets/0/hours/end",
    ],
    ["a retention of 366 days", { recording: { retention_days: 366 } }, "/recording/retention_days"],
    ["a negative retention", { transcript: { retention_days: -1 } }, "/transcript/retention_days"],
    ["half a second", { inactivity_timeout_s: 0.5 }, "/inactivity_timeout_s"],
    ["more than a day", { max_duration_s: 86_401 }, "/max_duration_s"],
    ["a number as a string", { max_duration_s: "60" }, "/max_duration_s"],
    ["a blank announcement", { recording: { announcement: " " } }, "/recording/announcement"],
  ])("%s is refused where it stands", (_, value, pointer) => {
    expect(refused(value)).toEqual([pointer]);
  });

  test("unknown fields are rejected at every depth", () => {
    expect(refused({ nope: 1 })).toHaveLength(1);
    expect(refused({ recording: { nope: 1 } })).toHaveLength(1);
    expect(refused({ variables: [{ name: "a", nope: 1 }] })).toHaveLength(1);
  });

  test("the largest values and any script are accepted", () => {
    expect(refused({ name: "🙂".repeat(100), prompt: "ع".repeat(100_000), language: "zh-Hant-TW" })).toEqual(
      [],
    );
    expect(refused({ recording: { retention_days: 365 }, transcript: { retention_days: 3_650 } })).toEqual(
      [],
    );
  });

  test("an update can be empty or have one field", () => {
    expect(UpdateAgent.parse({})).toEqual({});
    expect(UpdateAgent.safeParse({ voice_id: null }).success).toBe(true);
  });
});

describe("a new agent", () => {
  test("has every field of a configuration, with defaults", () => {
    const config = buildConfig(
      CreateAgent.parse({ ...minimalAgent, variables: [{ name: "account_number" }] }),
    );
    expect(AgentConfig.parse(config)).toEqual(config);
    expect(config).toMatchObject({
      model: "builtin:rehearsal",
      disclosure: { enabled: true },
      interruption_sensitivity: "medium",
      patience: "medium",
      interruptible: true,
      max_duration_s: 1_800,
    });
    expect(config.variables[0]).toEqual({
      name: "account_number",
      type: "string",
      description: "account number",
      required: true,
      sensitive: false,
      category: "general",
      choices: null,
      digits: null,
    });
  });

  test("takes its policy from the request, else the workspace", () => {
    const policy = buildPolicy(CreateAgent.parse({ ...minimalAgent, recording: { retention_days: 7 } }), {
      ...INITIAL_DEFAULTS,
      recording: { ...INITIAL_DEFAULTS.recording, retention_days: 14, announce: false },
    });
    expect(AgentPolicy.parse(policy)).toEqual(policy);
    expect(policy.recording).toMatchObject({
      retention_days: 7,
      announce: false,
      allow_caller_opt_out: true,
    });
    expect(policy.transcript).toEqual({ enabled: true, retention_days: 90 });
  });

  test("as a copy has a name within the limit that is not cut inside a character", () => {
    expect(copyName("Desk")).toBe("Desk (copy)");
    const long = copyName("🙂".repeat(100));
    expect(long.length).toBeLessThanOrEqual(200);
    expect(long.isWellFormed()).toBe(true);
  });
});

describe("digests", () => {
  test("are equal for configurations that differ only in the order of keys", () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(digestOf({ a: 1, b: { c: 1, d: 2 } })).toBe(digestOf({ b: { d: 2, c: 1 }, a: 1 }));
    expect(digestOf({ a: ["x", "y"] })).not.toBe(digestOf({ a: ["y", "x"] }));
  });
});
