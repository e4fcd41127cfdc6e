import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { speakLanguage } from "@/lib/agents/agents/testing/speak-language";
import { openRecording } from "@/lib/calls/recordings";
import { closeHub } from "@/lib/platform/live";
import { listCalls } from ".";
import { ListCalls } from "./schema";
import { type CallFixture, createCallFixture, variable } from "./testing/call-fixture";

const SPANISH = "Mi número es el cuatro ocho uno cinco uno seis";

let fixture: CallFixture;
beforeAll(async () => {
  fixture = await createCallFixture();
});
afterAll(closeHub);

const FREE = { variables: [variable("wish")], disclosure: { enabled: false } };

const speakSpanish = (agentId: string) => speakLanguage(agentId, "es-ES");

describe("an agent that went live in Spanish before that was rejected", () => {
  it("accepts no new call, and explains why", async () => {
    const agentId = await fixture.agent(FREE);
    await speakSpanish(agentId);
    await expect(fixture.startCall(agentId)).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("es-ES"),
    });
  });

  it("withholds every turn of an active call, during and after it, also without masks", async () => {
    const agentId = await fixture.agent({ ...FREE, recording: { redact_sensitive_fields: false } });
    const { id } = await fixture.startCall(agentId);
    await fixture.say(id, "The blue one");
    await speakSpanish(agentId);
    const texts = async () => (await fixture.read(id)).transcript.map(({ text }) => text);
    expect(new Set(await texts())).toEqual(new Set(["[withheld]"]));
    const { turns } = await fixture.say(id, SPANISH);
    expect(new Set(turns.map(({ text }) => text))).toEqual(new Set(["[withheld]"]));
    await fixture.end(id);
    expect((await fixture.read(id)).settled_at).not.toBeNull();
    expect(new Set(await texts())).toEqual(new Set(["[withheld]"]));
    const hits = await listCalls(fixture.space.ctx(), ListCalls.parse({ q: "blue" }));
    expect(hits.data).toEqual([]);
  });

  it("is not recorded", async () => {
    const agentId = await fixture.agent({ ...FREE, recording: { enabled: true } });
    const { id } = await fixture.startCall(agentId);
    expect(await openRecording(fixture.ctx, id)).not.toBeNull();
    await speakSpanish(agentId);
    expect(await openRecording(fixture.ctx, id)).toBeNull();
  });
});

describe("an agent in English", () => {
  it("withholds a turn in Spanish during the call, after settling, and in the search", async () => {
    const agentId = await fixture.agent(FREE);
    const { id } = await fixture.startCall(agentId);
    const { turns } = await fixture.say(id, SPANISH);
    expect(turns.find(({ role }) => role === "caller")?.text).toBe("[withheld]");
    await fixture.end(id);
    const call = await fixture.read(id);
    expect(JSON.stringify(call.transcript)).not.toMatch(/cuatro|ocho/);
    expect(JSON.stringify(call.outcome)).not.toMatch(/cuatro|ocho/);
    const hits = await listCalls(fixture.space.ctx(), ListCalls.parse({ q: "cuatro" }));
    expect(hits.data).toEqual([]);
  });
});
