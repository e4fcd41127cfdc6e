import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { archiveAgent, createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { CreateCall } from "@/lib/calls/calls/schema";
import { type CallFixture, createCallFixture } from "@/lib/calls/calls/testing/call-fixture";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { createCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { startCall } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { createSuite } from "@/lib/suites/suites";
import { CreateSuite } from "@/lib/suites/suites/schema";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { searchRecords } from ".";
import { Search } from "./schema";
import { searchableKinds } from "./search-records";

const noCarrier = (): never => {
  throw new Error("No carrier is asked.");
};
const PHONE = "+12125550142";

let fixture: CallFixture;
let viewer: Ctx;
let agentId: string;
let contactId: string;
let callId: string;
let campaignId: string;
beforeAll(async () => {
  fixture = await createCallFixture();
  viewer = fixture.space.ctx("viewer");
  agentId = await fixture.agent({ name: "Claim intake" });
  const contact = CreateContact.parse({ phone: PHONE, name: "Nora Núñez-Ortiz" });
  contactId = (await createContact(fixture.ctx, contact)).id;
  const call = CreateCall.parse({ agent_id: agentId, channel: "chat", contact_id: contactId });
  callId = (await startCall(fixture.ctx, call, noCarrier)).id;
  const campaign = CreateCampaign.parse({ name: "Winter recalls", agent_id: agentId, contacts: [PHONE] });
  campaignId = (await createCampaign(fixture.ctx, campaign)).id;
});
afterAll(closeHub);

const search = async (q: string, ctx: Ctx = viewer) => (await searchRecords(ctx, Search.parse({ q }))).data;
const idsOf = async (q: string, ctx?: Ctx) => (await search(q, ctx)).map(({ id }) => id);

describe("the search of records", () => {
  it.each(["claim", "INTA", "int cla", "Claim intake"])("finds an agent by %j", async (q) =>
    expect(await search(q)).toMatchObject([
      { kind: "agent", id: agentId, title: "Claim intake", subtitle: "live" },
    ]),
  );

  it("finds campaigns by the beginnings of words, also of accented and of Cyrillic ones", async () => {
    expect(await search("rec")).toMatchObject([
      { kind: "campaign", id: campaignId, title: "Winter recalls", subtitle: "draft" },
    ]);
    for (const name of ["Überprüfung", "Анна Петрова"])
      await createAgent(
        fixture.space.ctx(),
        CreateAgent.parse({ name, type: "voice", voice_id: "builtin:slt", prompt: "Hello." }),
      );
    for (const q of ["uberp", "ÜBERPRÜ", "ПЕТР", "анна"]) expect(await search(q), q).toHaveLength(1);
    for (const q of ["laim", "етров", "fung", "% _", ".*aim", "?"]) expect(await search(q), q).toEqual([]);
  });

  it("finds a contact by whole words of the name or by the number, and its calls by the number", async () => {
    expect(await search("nunez nora")).toMatchObject([
      { kind: "contact", id: contactId, title: "Nora Núñez-Ortiz", subtitle: PHONE },
    ]);
    for (const q of [PHONE, "(212) 555-0142", "1 212 555 0142"])
      expect(await search(q), q).toMatchObject([
        { kind: "call", id: callId, subtitle: "Claim intake" },
        { kind: "contact", id: contactId },
      ]);
    for (const q of ["nun", "5550142"]) expect(await search(q), q).toEqual([]);
  });

  it("finds records by the beginning of an id", async () => {
    for (const id of [agentId, callId, contactId, campaignId, fixture.space.ownerId]) {
      expect(await idsOf(id)).toEqual([id]);
      expect(await idsOf(id.slice(0, -8))).toEqual([id]);
    }
    expect(await idsOf(newId("call"))).toEqual([]);
  });

  it("finds a test suite by a word of its name, with its agent", async () => {
    const cases = [{ name: "Greets", caller: { type: "script", lines: ["Hello"] } }];
    const suite = CreateSuite.parse({ agent_id: agentId, name: "Storm damage", cases });
    const { id } = await createSuite(fixture.space.ctx(), suite);
    expect(await search("dam")).toMatchObject([
      { kind: "suite", id, title: "Storm damage", subtitle: "Claim intake", agent_id: agentId },
    ]);
    expect(await idsOf(id)).toEqual([id]);
    expect(await idsOf("storm", (await makeWorkspace()).ctx())).toEqual([]);
  });

  it("finds members by name and address", async () => {
    for (const q of ["olive own", fixture.space.ownerEmail])
      expect(await search(q), q).toMatchObject([
        {
          kind: "member",
          id: fixture.space.ownerId,
          title: "Olive Owner",
          subtitle: fixture.space.ownerEmail,
        },
      ]);
  });

  it("finds nothing of another workspace or another environment, and no archived agent", async () => {
    const stranger = (await makeWorkspace()).ctx();
    const testing = fixture.space.ctx("viewer", "test");
    for (const q of ["winter", "nunez", PHONE, callId, contactId]) {
      expect(await search(q, stranger), q).toEqual([]);
      expect(await search(q, testing), q).toEqual([]);
    }
    for (const q of ["claim", agentId, fixture.space.ownerEmail, fixture.space.ownerId])
      expect(await search(q, stranger), q).toEqual([]);
    const input = { name: "Obsolete desk", type: "voice", voice_id: "builtin:slt", prompt: "Hello." };
    const { id } = await createAgent(fixture.space.ctx(), CreateAgent.parse(input));
    expect(await idsOf("obsol")).toEqual([id]);
    await archiveAgent(fixture.space.ctx(), id);
    expect(await idsOf("obsol")).toEqual([]);
  });

  it("returns at most five records of a kind, newest first", async () => {
    const agentIds: string[] = [];
    for (let n = 0; n < 6; n++) {
      fixture.advanceClock(1);
      const input = { name: `Queue ${n}`, type: "voice", voice_id: "builtin:slt", prompt: "Hello." };
      agentIds.push((await createAgent(fixture.space.ctx(), CreateAgent.parse(input))).id);
    }
    expect(await idsOf("queue")).toEqual(agentIds.reverse().slice(0, 5));
  });

  it("takes one round trip, and none for a text without words", async () => {
    const batch = vi.spyOn(viewer.db, "batch");
    await search("claim");
    expect(batch).toHaveBeenCalledTimes(1);
    expect(await search("")).toEqual([]);
    expect(await search("—")).toEqual([]);
    expect(batch).toHaveBeenCalledTimes(1);
    batch.mockRestore();
  });

  it("leaves members out for a key of the test environment, which cannot list them", async () => {
    const actor = { type: "key", id: newId("key"), role: "owner" } as const;
    expect(searchableKinds({ actor, environment: "live" })).toContain("member");
    expect(searchableKinds({ actor, environment: "test" })).toEqual([
      "agent",
      "call",
      "contact",
      "campaign",
      "suite",
    ]);
    expect(await search("olive", fixture.space.ctxAs(actor, "test"))).toEqual([]);
  });
});
