import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeHub } from "@/lib/platform/live";
import { apiOf, type Send } from "@/test/fixtures/api";
import { createDialingFixture, type DialingFixture, nextNumber } from "./testing/dialing-fixture";

let fixture: DialingFixture;
let agentId: string;
let send: Send;
beforeAll(async () => {
  fixture = await createDialingFixture();
  agentId = await fixture.agent();
  send = apiOf(fixture.space);
});
afterAll(closeHub);

const post = (body: object, ask: object = {}) =>
  send("POST", "/v1/calls", { environment: "test", body: { agent_id: agentId, ...body }, ...ask });
const pointers = ({ json }: { json: Record<string, unknown> }) =>
  (json.details as { pointer: string; code: string }[]).map(({ pointer, code }) => `${pointer} ${code}`);

describe("POST /v1/calls", () => {
  it("accepts a telephone call, queued or blocked, and answers the same again", async () => {
    const headers = { "Idempotency-Key": "one" };
    const body = { channel: "phone", to: nextNumber() };
    const first = await post(body, { headers });
    expect(first.status).toBe(202);
    expect(first.headers.get("location")).toBe(`/v1/calls/${first.json.id}`);
    expect(["queued", "blocked"]).toContain(first.json.status);
    const repeated = await post(body, { headers });
    expect([repeated.status, repeated.json.id]).toEqual([202, first.json.id]);
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  });

  it("makes the contact of a number once", async () => {
    const to = nextNumber();
    const calls = await Promise.all([1, 2, 3].map(() => post({ channel: "phone", to })));
    const contacts = new Set(calls.map(({ json }) => json.contact_id));
    expect(contacts.size).toBe(1);
    const listed = await send("GET", `/v1/calls?contact=${[...contacts][0]}`, { environment: "test" });
    expect((listed.json.data as unknown[]).length).toBe(3);
  });

  it("attaches a chat to its contact, by id or number", async () => {
    const to = nextNumber();
    const byNumber = await post({ channel: "chat", to });
    expect([byNumber.status, byNumber.json.to]).toEqual([201, to]);
    const byId = await post({ channel: "chat", contact_id: byNumber.json.contact_id });
    expect(byId.json).toMatchObject({ contact_id: byNumber.json.contact_id, to, status: "in_progress" });
    const response = await send("POST", `/v1/calls/${byId.json.id}/messages`, {
      environment: "test",
      body: { text: "Hello." },
    });
    expect(response.status).toBe(200);
  });

  it("says what is missing or wrong", async () => {
    expect(pointers(await post({ channel: "phone" }))).toEqual(["/to required"]);
    expect(pointers(await post({ channel: "phone", to: "+15551234567" }))).toEqual(["/to not_given_out"]);
    const unknownContact = "ctc_00000000000000000000000000";
    for (const channel of ["phone", "chat"])
      expect(pointers(await post({ channel, contact_id: unknownContact }))).toEqual([
        "/contact_id unknown_contact",
      ]);
    const { id } = await fixture.contact();
    expect(pointers(await post({ channel: "phone", contact_id: id, to: "+12125550100" }))).toEqual([
      "/to other_number",
    ]);
    const draft = { channel: "phone", to: nextNumber(), draft: true };
    expect((await post(draft, { environment: "live" })).status).toBe(403);
    expect(pointers(await post({ channel: "web", contact_id: unknownContact }))).toEqual([
      "/contact_id unknown_contact",
    ]);
  });

  it("does not see a contact of the other environment", async () => {
    const { id } = await fixture.contact();
    const live = await post({ channel: "phone", contact_id: id }, { environment: "live" });
    expect(pointers(live)).toEqual(["/contact_id unknown_contact"]);
  });
});
