import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordCall } from "@/lib/calls/recordings/testing/record-call";
import { auditStaffView } from "@/lib/identity/auth";
import { launchCampaign, stepCampaign } from "@/lib/outreach/campaigns";
import { createFakeCarrier } from "@/lib/outreach/dialing/testing/fake-carrier";
import type { Role } from "@/lib/platform/context";
import { closeHub } from "@/lib/platform/live";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { Explanation, type ExplanationFinding, type FindingCode } from "./schema";

/** The region of Florida, with a law for telemarketing. */
const FLORIDA = 3_055_550_100;
let numbers = 0;
const number = () => `+1${FLORIDA + numbers++}`;

let space: TestWorkspace;
let ask: Send;
let agent: string;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  const input = {
    name: "Desk",
    type: "messaging",
    prompt: "Be kind.",
    variables: [
      { name: "account_number", description: "the account", required: true, sensitive: true },
      { name: "city", description: "the city", required: false },
    ],
  };
  agent = String((await ask("POST", "/v1/agents", { body: input })).json.id);
  expect((await ask("POST", `/v1/agents/${agent}/deploy`)).status).toBe(200);
});
afterAll(closeHub);

const newContact = async () =>
  String((await ask("POST", "/v1/contacts", { body: { phone: number() } })).json.id);

async function explain(path: string, role: Role = "owner"): Promise<ExplanationFinding[]> {
  const { status, json } = await ask("GET", `/v1${path}`, { role });
  expect(status).toBe(200);
  return Explanation.parse(json).findings;
}
const codesOf = (findings: readonly ExplanationFinding[]) => findings.map(({ code }) => code);
const findingOf = (findings: readonly ExplanationFinding[], code: FindingCode) => {
  const match = findings.find((finding) => finding.code === code);
  if (match === undefined) throw new Error(`There is no finding ${code}.`);
  return match;
};

describe("a contact", () => {
  test("is blocked without a consent, and names the entry that it relies on with one", async () => {
    const id = await newContact();
    const path = `/contacts/${id}/explanation?purpose=telemarketing`;
    const before = await explain(path);
    expect(codesOf(before)).toEqual(expect.arrayContaining(["contact_blocked", "consent_missing"]));
    expect(findingOf(before, "contact_blocked").reasons.map(({ code }) => code)).toContain("no_consent");
    expect(findingOf(before, "hours_by_law")).toMatchObject({
      names: ["US-FL"],
      rules: [{ law: expect.stringContaining("Fla. Stat."), source: expect.stringMatching(/^https:/) }],
    });

    const body = { purpose: "telemarketing", channel: "call", granted: true, source: "Form" };
    const consent = await ask("POST", `/v1/contacts/${id}/consents`, { body });
    const granted = findingOf(await explain(path), "consent_granted");
    expect(granted.evidence).toMatchObject([{ kind: "consent", id: consent.json.id }]);
    expect(granted.audit).toMatchObject([{ action: "consent.changed", target: id }]);
    expect(JSON.stringify(granted)).not.toContain("Form");
    await ask("PUT", `/v1/contacts/${id}/suppression`, { body: { channels: ["call"] } });
    const suppressed = await explain(path);
    expect(codesOf(suppressed)).toContain("consent_suppressed");
    expect(codesOf(suppressed)).not.toContain("consent_granted");
    expect(codesOf(await explain(`/contacts/${id}/explanation`))).toContain("consent_missing");
  });

  test("shows its suppression, erasure and exports with their entries of the audit log", async () => {
    const id = await newContact();
    await ask("PUT", `/v1/contacts/${id}/suppression`, { body: { channels: ["call"] } });
    await ask("POST", `/v1/contacts/${id}/access-request`);
    await ask("DELETE", `/v1/contacts/${id}/data`);
    const findings = await explain(`/contacts/${id}/explanation`);
    expect(findingOf(findings, "suppressed")).toMatchObject({
      names: ["call"],
      audit: [{ action: "contact.suppressed" }],
    });
    const erasures = findings.filter(({ topic }) => topic === "erasure");
    expect(erasures).toHaveLength(1);
    expect(erasures[0]?.audit.map(({ action }) => action)).toContain("deletion.requested");
    const actions = findingOf(findings, "access_audited").audit.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(["contact.created", "contact.suppressed", "export.created"]),
    );
  });

  test.each(["viewer", "builder"] as const)("shows no audit entry and no erasure to a %s", async (role) => {
    const id = await newContact();
    await ask("DELETE", `/v1/contacts/${id}/data`);
    const findings = await explain(`/contacts/${id}/explanation`, role);
    expect(findings.flatMap(({ audit }) => audit)).toEqual([]);
    expect(codesOf(findings)).toContain("access_hidden");
    expect(findings.filter(({ topic }) => topic === "erasure")).toEqual([]);
  });
});

describe("a call", () => {
  test("that was blocked has the reasons, and the consent that was missing then", async () => {
    const contact = await newContact();
    const voice = { name: "Caller", type: "voice", voice_id: "builtin:slt", prompt: "You call." };
    const caller = String((await ask("POST", "/v1/agents", { body: voice })).json.id);
    await ask("POST", `/v1/agents/${caller}/deploy`);
    const body = { agent_id: caller, channel: "phone", contact_id: contact };
    const { json } = await ask("POST", "/v1/calls", { body });
    expect(json.status).toBe("blocked");
    const consent = { purpose: "informational", channel: "call", granted: true, source: "Later" };
    await ask("POST", `/v1/contacts/${contact}/consents`, { body: consent });
    const findings = await explain(`/calls/${json.id}/explanation`);
    expect(findingOf(findings, "call_blocked").reasons.map(({ code }) => code)).toContain("no_consent");
    expect(codesOf(findings)).toEqual(
      expect.arrayContaining(["consent_missing", "hours_by_default", "recording_law_all", "not_recorded"]),
    );
  });

  test("shows masked names, retention and playback, and no value", async () => {
    const variables = { account_number: "4711-0815", city: "Berlin" };
    const created = await ask("POST", "/v1/calls", { body: { agent_id: agent, channel: "chat", variables } });
    const id = String(created.json.id);
    await ask("POST", `/v1/calls/${id}/end`);
    await recordCall(space.ctx("owner"), id, 2);
    expect((await ask("GET", `/v1/calls/${id}/recording`)).status).toBe(200);
    const findings = await explain(`/calls/${id}/explanation`);
    expect(findingOf(findings, "variables_sensitive").names).toEqual(["account_number"]);
    expect(findingOf(findings, "transcript_kept").until).toMatch(/^20/);
    expect(findingOf(findings, "access_audited").audit).toMatchObject([
      { action: "recording.played", target: id },
    ]);
    expect(JSON.stringify(findings)).not.toContain("4711-0815");
    expect(codesOf(await explain(`/calls/${id}/explanation`, "viewer"))).toContain("access_hidden");

    await ask("PUT", `/v1/calls/${id}/legal-hold`, { body: { reason: "Case 7" } });
    const heldFindings = await explain(`/calls/${id}/explanation`);
    expect(findingOf(heldFindings, "kept_by_hold").audit).toMatchObject([
      { action: "call.legal_hold_placed" },
    ]);
    expect(JSON.stringify(heldFindings)).not.toContain("Case 7");
  });

  test("shows which of the operator's staff looked at it", async () => {
    const { json } = await ask("POST", "/v1/calls", { body: { agent_id: agent, channel: "chat" } });
    const staff = space.ctxAs({ type: "staff", id: "stf_1", role: "viewer" });
    await auditStaffView(staff, `/w/${space.workspaceId}/live/calls/${json.id}?q=1`);
    const { audit } = findingOf(await explain(`/calls/${json.id}/explanation`), "access_audited");
    expect(audit).toMatchObject([{ action: "staff_access.viewed", actor: { type: "staff", id: "stf_1" } }]);
  });
});

test("a campaign shows who launched it, its rules, and the contacts that it excludes", async () => {
  const body = {
    name: "Recall",
    agent_id: agent,
    channel: "sms",
    purpose: "telemarketing",
    contacts: [{ phone: number() }, { phone: number() }],
  };
  const id = String((await ask("POST", "/v1/campaigns", { body })).json.id);
  const draft = await explain(`/campaigns/${id}/explanation`);
  expect(codesOf(draft)).toEqual([
    ...["campaign_draft", "consent_required", "hours_by_law", "campaign_caps", "none_excluded"],
    ...["access_audited", "access_unaudited"],
  ]);
  const { carrierFor } = createFakeCarrier();
  const ctx = space.ctx("owner");
  await launchCampaign(ctx, id, carrierFor);
  await stepCampaign(ctx, id, carrierFor);
  const launched = await explain(`/campaigns/${id}/explanation`);
  expect(findingOf(launched, "campaign_launched").audit.map(({ action }) => action)).toContain(
    "campaign.launched",
  );
  const excluded = findingOf(launched, "contacts_excluded");
  expect(excluded.count).toBe(2);
  expect(excluded.reasons).toContainEqual({
    code: "no_consent",
    reason: null,
    message: null,
    until: null,
    count: 2,
  });
  expect(findingOf(launched, "campaign_caps").caps).toContainEqual({ max: 3, days: 1, used: null });
});

test("none is of another workspace", async () => {
  const stranger = apiOf(await makeWorkspace());
  const id = await newContact();
  for (const path of [`/contacts/${id}`, `/campaigns/cmp_${"0".repeat(26)}`])
    expect((await stranger("GET", `/v1${path}/explanation`)).status).toBe(404);
});
