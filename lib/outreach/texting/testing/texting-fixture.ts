import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { setPeer } from "@/lib/http/peer";
import { createCampaignFixture } from "@/lib/outreach/campaigns/testing/campaigns-fixture";
import { carrierFor } from "@/lib/outreach/carriers";
import { placeCallback } from "@/lib/outreach/dialing";
import { simulateCall } from "@/lib/outreach/offline/simulator";
import { systemClock } from "@/lib/platform/clock";
import { db, writeUnaudited } from "@/lib/platform/db";
import { beginPlannedThread, processInboundText, sendText } from "..";
import { nextSid, startFakeTwilio } from "./fake-twilio";

const TOKEN = "0123456789abcdef0123456789abcdef";
let numbers = 0;

/** A route's handler, called as the host calls it. */
type Post = (request: Request, context: { params: Promise<{ integration: string }> }) => Promise<Response>;

/** A fixture with a live messaging agent that has a number at a fake Twilio. */
export async function createTextingFixture() {
  const campaigns = await createCampaignFixture();
  // Carrier callbacks use the system clock, so it is set to the fixture's clock.
  Object.assign(systemClock, { now: () => new Date(campaigns.now()) });
  const fakeTwilio = await startFakeTwilio();
  const owner = campaigns.space.ctx("owner");
  const agentId = await campaigns.agent({
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
    base_url: fakeTwilio.url,
  };
  const account = await createIntegration(owner, CreateIntegration.parse({ name: "Twilio", credential }));
  /** Adds a number to the account, answered by this agent or by none. */
  async function addNumber(agent: string | null): Promise<string> {
    const number = `+1213${3_000_000 + numbers++}`;
    const input = { number, integration_id: account.id, agent_id: agent };
    await createPhoneNumber(owner, CreatePhoneNumber.parse(input));
    return number;
  }
  const number = await addNumber(agentId);
  const textJobs = {
    "callback.due": ({ callbackId = "" }) =>
      placeCallback(campaigns.job("callback.due"), callbackId, carrierFor),
    "simulator.call": ({ callId = "" }) => simulateCall(campaigns.job("simulator.call"), callId),
    "text.begin": ({ callId = "" }) => beginPlannedThread(campaigns.job("text.begin"), callId, carrierFor),
    "text.send": ({ textId = "" }) => sendText(campaigns.job("text.send"), textId, carrierFor),
    "text.take": ({ textId = "" }) => processInboundText(campaigns.job("text.take"), textId),
  };
  const { POST: messages } = await import("@/app/v1/carriers/twilio/[integration]/messages/route");
  const { POST: status } = await import("@/app/v1/carriers/twilio/[integration]/status/route");

  /** Posts a form as Twilio, signed by default. */
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
    ...campaigns,
    fakeTwilio,
    account,
    number,
    addNumber,
    agentId,
    liveCtx: owner,
    textJobs,
    runTextJobs: () => campaigns.runJobs({ carrierFor, extraHandlers: textJobs }),
    /** Posts an inbound text to the number. */
    postInbound: (
      from: string,
      body: string,
      { sid = nextSid(), extra = {}, ...options }: InboundOptions = {},
    ) =>
      post(messages, "messages", { MessageSid: sid, From: from, To: number, Body: body, ...extra }, options),
    /** Posts Twilio's status of a text to its callback URL. */
    postStatus: (callback: string, form: Record<string, string>) =>
      post(status, callback.slice(callback.indexOf("status")), form),
    listTexts: (contactOrCall: string) =>
      campaigns.rows.all(
        db
          .selectFrom("texts")
          .selectAll()
          .where((eb) => eb.or([eb("contact_id", "=", contactOrCall), eb("call_id", "=", contactOrCall)]))
          .orderBy("created_at")
          .orderBy("id"),
      ),
    listThreads: () =>
      campaigns.rows.all(
        db
          .selectFrom("calls")
          .select(["id", "contact_id", "status", "end_reason", "direction", "reasons"])
          .where("channel", "=", "sms")
          .where("environment", "=", "live")
          .orderBy("created_at")
          .orderBy("id"),
      ),
    setTextState: (id: string, state: string) =>
      writeUnaudited(owner, {
        run: [db.updateTable("texts").set({ state, sent_at: campaigns.now() }).where("id", "=", id)],
      }),
  };
}
type InboundOptions = { sid?: string; extra?: Record<string, string>; token?: string; integration?: string };
export type TextingFixture = Awaited<ReturnType<typeof createTextingFixture>>;
