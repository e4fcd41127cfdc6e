import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { setPeer } from "@/lib/http/peer";
import { openCampaigns } from "@/lib/outreach/campaigns/testing/desk";
import { carrierFor } from "@/lib/outreach/carriers";
import { takeCallback } from "@/lib/outreach/dialing";
import { simulateCall } from "@/lib/outreach/offline/simulator";
import { systemClock } from "@/lib/platform/clock";
import { db, record } from "@/lib/platform/db";
import { beginPlanned, sendText, takeText } from "..";
import { newSid, openTwilio } from "./twilio";

const TOKEN = "0123456789abcdef0123456789abcdef";
let numbers = 0;

/** A route's handler, asked as the host asks it. */
type Post = (request: Request, context: { params: Promise<{ integration: string }> }) => Promise<Response>;

/** A desk whose live messaging agent has a number at a stand-in for Twilio. */
export async function openTexting() {
  const desk = await openCampaigns();
  // What a carrier brings comes by the product's own clock, which is to be the desk's.
  Object.assign(systemClock, { now: () => new Date(desk.now()) });
  const stand = await openTwilio();
  const owner = desk.space.ctx("owner");
  const agentId = await desk.agent({
    type: "messaging",
    voice_id: undefined,
    tools: ["opt_out"],
    variables: [
      { name: "full_name", type: "string", description: "your full name", required: true },
      { name: "day", type: "date", description: "the day you want to come", required: true },
    ],
  });
  const credential = {
    kind: "twilio",
    account_sid: `AC${"1".repeat(32)}`,
    auth_token: TOKEN,
    base_url: stand.url,
  };
  const account = await createIntegration(owner, CreateIntegration.parse({ name: "Twilio", credential }));
  /** A number of the account on which this agent answers, or nobody. */
  async function line(agent: string | null): Promise<string> {
    const number = `+1213${3_000_000 + Math.floor(Math.random() * 900_000) + numbers++}`;
    const input = { number, integration_id: account.id, agent_id: agent };
    await createPhoneNumber(owner, CreatePhoneNumber.parse(input));
    return number;
  }
  const number = await line(agentId);
  const more = {
    "callback.due": ({ callbackId = "" }) => takeCallback(desk.job("callback.due"), callbackId, carrierFor),
    "simulator.call": ({ callId = "" }) => simulateCall(desk.job("simulator.call"), callId),
    "text.begin": ({ callId = "" }) => beginPlanned(desk.job("text.begin"), callId, carrierFor),
    "text.send": ({ textId = "" }) => sendText(desk.job("text.send"), textId, carrierFor),
    "text.take": ({ textId = "" }) => takeText(desk.job("text.take"), textId),
  };
  const { POST: messages } = await import("@/app/v1/carriers/twilio/[integration]/messages/route");
  const { POST: status } = await import("@/app/v1/carriers/twilio/[integration]/status/route");

  /** A form that Twilio posts, signed unless told. */
  async function post(
    handler: Post,
    path: string,
    form: Record<string, string>,
    { token = TOKEN, integration = account.id } = {},
  ): Promise<{ status: number; text: string }> {
    const url = `http://localhost:3000/v1/carriers/twilio/${integration}/${path}`;
    const request = new Request(url, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": getExpectedTwilioSignature(token, url, form),
      },
      body: new URLSearchParams(form).toString(),
    });
    setPeer(request, "198.51.100.7");
    const answer = await handler(request, { params: Promise.resolve({ integration }) });
    return { status: answer.status, text: await answer.text() };
  }
  return {
    ...desk,
    stand,
    account,
    number,
    line,
    agentId,
    live: owner,
    more,
    workTexts: () => desk.work({ carrierFor, more }),
    /** Somebody texts the number. */
    writes: (from: string, body: string, { sid = newSid(), extra = {}, ...how }: Writes = {}) =>
      post(messages, "messages", { MessageSid: sid, From: from, To: number, Body: body, ...extra }, how),
    /** What Twilio says of a text, to the address that it was given with it. */
    tells: (callback: string, form: Record<string, string>) =>
      post(status, callback.slice(callback.indexOf("status")), form),
    textsOf: (contactOrCall: string) =>
      desk.rows.all(
        db
          .selectFrom("texts")
          .selectAll()
          .where((eb) => eb.or([eb("contact_id", "=", contactOrCall), eb("call_id", "=", contactOrCall)]))
          .orderBy("created_at")
          .orderBy("id"),
      ),
    threads: () =>
      desk.rows.all(
        db
          .selectFrom("calls")
          .select(["id", "contact_id", "status", "end_reason", "direction", "reasons"])
          .where("channel", "=", "sms")
          .where("environment", "=", "live")
          .orderBy("created_at")
          .orderBy("id"),
      ),
    set: (id: string, state: string) =>
      record(owner, {
        run: [db.updateTable("texts").set({ state, sent_at: desk.now() }).where("id", "=", id)],
      }),
  };
}
type Writes = { sid?: string; extra?: Record<string, string>; token?: string; integration?: string };
export type Texting = Awaited<ReturnType<typeof openTexting>>;
