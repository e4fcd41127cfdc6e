import "@/test/fixtures/loopback";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { checkIntegration } from "@/lib/outreach/integration-checks";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import type { HttpFetcher } from "../rest";

const SID = `AC${"2".repeat(32)}`;
const TOKEN = "fedcba9876543210fedcba9876543210";
const BASE = "https://parley.example.com";
let space: TestWorkspace;
let server: Server;
let url: string;
/** The account's numbers, as Twilio shows them. */
const owned = new Map<string, object>();
let numbers = 0;

beforeAll(async () => {
  space = await makeWorkspace();
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const answer = (status: number, json: object) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(json));
    };
    const expectedAuthorization = `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString("base64")}`;
    if (request.headers.authorization !== expectedAuthorization) return answer(401, { code: 20003 });
    if (pathname.endsWith(`/Accounts/${SID}.json`)) return answer(200, { status: "active", type: "Full" });
    const phoneNumber = owned.get(searchParams.get("PhoneNumber") ?? "");
    answer(200, { incoming_phone_numbers: phoneNumber === undefined ? [] : [phoneNumber] });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await defaultHttpClient.close();
});

const account = async (token = TOKEN) => {
  const credential = { kind: "twilio", account_sid: SID, auth_token: token, base_url: url };
  const input = CreateIntegration.parse({ name: `Twilio ${++numbers}`, credential });
  return (await createIntegration(space.ctx("owner"), input)).id;
};
const line = async (integrationId: string) => {
  const input = { number: `+1213600${1_000 + ++numbers}`, integration_id: integrationId };
  return (await createPhoneNumber(space.ctx("owner"), CreatePhoneNumber.parse(input))).number;
};
const leads = (id: string, number: string, extra: object = {}) => {
  const at = (path: string) => `${BASE}/v1/carriers/twilio/${id}/${path}`;
  owned.set(number, {
    phone_number: number,
    voice_url: at("voice"),
    voice_method: "POST",
    sms_url: at("messages"),
    sms_method: "POST",
    ...extra,
  });
};
/** The public address answers as told; the carrier is really asked. */
const outTo = (localResponse: () => Promise<Response>): HttpFetcher => ({
  fetch: (address, options) =>
    String(address).startsWith(BASE) ? localResponse() : defaultHttpClient.fetch(address, options),
});
const HERE = outTo(async () => new Response("{}"));
const check = (
  id: string,
  options: Parameters<typeof checkIntegration>[2] = { httpClient: HERE, baseUrl: BASE },
) => checkIntegration(space.ctx("admin"), id, options);
const wrongs = ({ findings }: Awaited<ReturnType<typeof check>>) =>
  findings.filter(({ ok }) => !ok).map(({ code, subject }) => [code, subject]);

describe("the set-up of an account at Twilio", () => {
  it("is fine where all leads here, and that it was asked is audited", async () => {
    const id = await account();
    const number = await line(id);
    leads(id, number);
    const done = await check(id);
    expect(done).toMatchObject({ ok: true, integration_id: id });
    expect(done.findings.map(({ code }) => code)).toEqual(["account", "address", "calls", "texts"]);
    const audited = await space
      .ctx("owner")
      .db.all(
        db
          .selectFrom("audit_events")
          .select(["action", "after"])
          .where("workspace_id", "=", space.workspaceId)
          .where("target", "=", id)
          .where("action", "=", "integration.checked"),
      );
    expect(audited).toMatchObject([{ after: { ok: true, codes: [] } }]);
  });

  it("says that the token is wrong, and asks no further", async () => {
    const id = await account("0000000000000000");
    await line(id);
    expect(wrongs(await check(id))).toEqual([["wrong_credentials", null]]);
  });

  it("says which number is another's, and which leads elsewhere", async () => {
    const id = await account();
    const [foreign, elsewhere] = [await line(id), await line(id)];
    leads(id, elsewhere, { voice_url: "https://demo.twilio.com/welcome/voice/", sms_method: "GET" });
    const done = await check(id);
    expect(wrongs(done)).toEqual([
      ["foreign_number", foreign],
      ["calls_elsewhere", elsewhere],
      ["texts_by_get", elsewhere],
    ]);
    const { message = "" } = done.findings.find(({ code }) => code === "calls_elsewhere") ?? {};
    expect(message).toContain(`${BASE}/v1/carriers/twilio/${id}/voice`);
  });

  it("says what is wrong with the address of this place", async () => {
    const id = await account();
    leads(id, await line(id));
    expect(wrongs(await check(id, { httpClient: HERE, baseUrl: undefined }))).toEqual([
      ["no_base_url", null],
    ]);
    const plain = await check(id, { httpClient: HERE, baseUrl: "http://parley.example.com" });
    expect(wrongs(plain)[0]).toEqual(["not_https", null]);
    const failingClient = outTo(async () => new Response("", { status: 502 }));
    expect(wrongs(await check(id, { httpClient: failingClient, baseUrl: BASE }))).toEqual([
      ["address_answers_otherwise", null],
    ]);
    const unreachableClient = outTo(() => Promise.reject(new Error("nobody")));
    expect(wrongs(await check(id, { httpClient: unreachableClient, baseUrl: BASE }))).toEqual([
      ["address_not_reached", null],
    ]);
  });

  it("says that Twilio cannot be asked, and that nothing is connected", async () => {
    const none = await account();
    expect(wrongs(await check(none))).toEqual([["no_number", null]]);
    const away: HttpFetcher = { fetch: () => Promise.reject(new Error("away")) };
    const base = { httpClient: away, baseUrl: BASE };
    expect(wrongs(await check(none, base)).map(([code]) => code)).toContain("carrier_away");
  });
});
