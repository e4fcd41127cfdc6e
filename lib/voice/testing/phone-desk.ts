import type { AddressInfo } from "node:net";
import * as after from "@/app/v1/carriers/twilio/[integration]/after/route";
import * as answered from "@/app/v1/carriers/twilio/[integration]/answered/route";
import * as bridge from "@/app/v1/carriers/twilio/[integration]/bridge/route";
import * as news from "@/app/v1/carriers/twilio/[integration]/calls/route";
import * as dialed from "@/app/v1/carriers/twilio/[integration]/dialed/route";
import * as voice from "@/app/v1/carriers/twilio/[integration]/voice/route";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { noPages } from "@/lib/http/pages";
import { makeServer } from "@/lib/http/server";
import { twilioCarrier } from "@/lib/outreach/carriers/twilio/carrier";
import { followAttempt, placeAttempts, startCall } from "@/lib/outreach/dialing";
import { egress } from "@/lib/platform/egress";
import { callSid, openCarrier } from "./carrier";
import { openVoiceDesk } from "./desk";
import type { Subscriber } from "./subscriber";

const TOKEN = "0123456789abcdef0123456789abcdef";
const ACCOUNT = `AC${"1".repeat(32)}`;
/** How the product calls itself; a proxy stands there. */
const PUBLIC = "localhost:3000";
const NOON = 12;
let people = 0;

/** A zone in which it is noon now, so that calls are allowed whenever the test runs. */
const noonZone = (): string => {
  const hours = NOON - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
};

/** A desk whose agents are called over a stand-in for Twilio. */
export async function openPhoneDesk() {
  const desk = await openVoiceDesk();
  const { server, stop } = makeServer({
    routes: [
      ["/v1/carriers/twilio/:integration/voice", voice],
      ["/v1/carriers/twilio/:integration/answered", answered],
      ["/v1/carriers/twilio/:integration/after", after],
      ["/v1/carriers/twilio/:integration/bridge", bridge],
      ["/v1/carriers/twilio/:integration/dialed", dialed],
      ["/v1/carriers/twilio/:integration/calls", news],
    ],
    pages: noPages,
    parts: {},
    voice: desk.gateway.upgrade,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const carrier = await openCarrier({
    accountSid: ACCOUNT,
    token: TOKEN,
    reach: (address) => address.replace(PUBLIC, here),
  });
  const owner = desk.space.ctx("owner");
  const credential = { kind: "twilio", account_sid: ACCOUNT, auth_token: TOKEN, base_url: carrier.url };
  const account = await createIntegration(owner, CreateIntegration.parse({ name: "Twilio", credential }));
  const carrierFor = () => twilioCarrier(egress, () => true);
  const webhook = (path: string) => `http://${PUBLIC}/v1/carriers/twilio/${account.id}/${path}`;
  const number = () => `+1213${5_000_000 + Math.floor(Math.random() * 900_000) + people++}`;
  return {
    ...desk,
    carrier,
    account,
    webhook,
    carrierFor,
    noonZone,
    person: () => `+1212${7_000_000 + people++}`,
    /** A number on which an agent answers. */
    async line(agentId: string | null, extra: object = {}): Promise<string> {
      const input = { number: number(), integration_id: account.id, agent_id: agentId, ...extra };
      return (await createPhoneNumber(owner, CreatePhoneNumber.parse(input))).number;
    },
    /** Somebody calls a number: the answer, and the stream where there is one. */
    async rings(from: string, to: string, how: Subscriber = {}) {
      const form = { CallSid: callSid(), AccountSid: ACCOUNT, From: from, To: to, CallStatus: "ringing" };
      const { text } = await carrier.post(webhook("voice"), form);
      return { text, form, stream: await carrier.follow(text, form, how) };
    },
    /** The agent calls somebody who allows it. */
    async dials(agentId: string, to: string, how: Subscriber = {}) {
      carrier.subscriber(to, how);
      const consents = [{ purpose: "informational", channel: "call", granted: true, source: "a form" }];
      const contact = CreateContact.parse({ phone: to, timezone: noonZone(), consents });
      await createContact(owner, contact);
      const input = CreateCall.parse({ agent_id: agentId, channel: "phone", to });
      const call = await startCall(owner, input, carrierFor);
      await placeAttempts(owner, [`call/${call.id}/1`], carrierFor);
      return call;
    },
    follow: (callId: string) => followAttempt(owner, callId, carrierFor),
    async close() {
      await desk.close();
      await stop();
      await carrier.close();
      await egress.close();
    },
  };
}
export type PhoneDesk = Awaited<ReturnType<typeof openPhoneDesk>>;
