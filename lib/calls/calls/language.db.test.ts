import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { speakLanguage } from "@/lib/agents/agents/testing/speak-language";
import { openRecording } from "@/lib/calls/recordings";
import { closeHub } from "@/lib/platform/live";
import { listCalls } from ".";
import { ListCalls } from "./schema";
import { type Desk, openDesk, variable } from "./testing/desk";

const SPANISH = "Mi número es el cuatro ocho uno cinco uno seis";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(closeHub);

const FREE = { variables: [variable("wish")], disclosure: { enabled: false } };

const speakSpanish = (agentId: string) => speakLanguage(agentId, "es-ES");

describe("an agent that was live in Spanish before that was refused", () => {
  it("takes no new call, and says why", async () => {
    const agentId = await desk.agent(FREE);
    await speakSpanish(agentId);
    await expect(desk.start(agentId)).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("es-ES"),
    });
  });

  it("withholds every turn of a call that runs, during it and after it, also with masks lifted", async () => {
    const agentId = await desk.agent({ ...FREE, recording: { redact_sensitive_fields: false } });
    const { id } = await desk.start(agentId);
    await desk.say(id, "The blue one");
    await speakSpanish(agentId);
    const texts = async () => (await desk.read(id)).transcript.map(({ text }) => text);
    expect(new Set(await texts())).toEqual(new Set(["[withheld]"]));
    const { turns } = await desk.say(id, SPANISH);
    expect(new Set(turns.map(({ text }) => text))).toEqual(new Set(["[withheld]"]));
    await desk.end(id);
    expect((await desk.read(id)).settled_at).not.toBeNull();
    expect(new Set(await texts())).toEqual(new Set(["[withheld]"]));
    const hits = await listCalls(desk.space.ctx(), ListCalls.parse({ q: "blue" }));
    expect(hits.data).toEqual([]);
  });

  it("is not recorded", async () => {
    const agentId = await desk.agent({ ...FREE, recording: { enabled: true } });
    const { id } = await desk.start(agentId);
    expect(await openRecording(desk.ctx, id)).not.toBeNull();
    await speakSpanish(agentId);
    expect(await openRecording(desk.ctx, id)).toBeNull();
  });
});

describe("an agent in English", () => {
  it("withholds a turn in Spanish while the call runs, when it is settled, and in the search", async () => {
    const agentId = await desk.agent(FREE);
    const { id } = await desk.start(agentId);
    const { turns } = await desk.say(id, SPANISH);
    expect(turns.find(({ role }) => role === "caller")?.text).toBe("[withheld]");
    await desk.end(id);
    const call = await desk.read(id);
    expect(JSON.stringify(call.transcript)).not.toMatch(/cuatro|ocho/);
    expect(JSON.stringify(call.outcome)).not.toMatch(/cuatro|ocho/);
    const hits = await listCalls(desk.space.ctx(), ListCalls.parse({ q: "cuatro" }));
    expect(hits.data).toEqual([]);
  });
});
