import type { AddressInfo } from "node:net";
import * as after from "@/app/v1/carriers/twilio/[integration]/after/route";
import * as answered from "@/app/v1/carriers/twilio/[integration]/answered/route";
import * as bridge from "@/app/v1/carriers/twilio/[integration]/bridge/route";
import * as news from "@/app/v1/carriers/twilio/[integration]/calls/route";
import * as dialed from "@/app/v1/carriers/twilio/[integration]/dialed/route";
import * as machine from "@/app/v1/carriers/twilio/[integration]/machine/route";
import * as voice from "@/app/v1/carriers/twilio/[integration]/voice/route";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { STREAM_PATH } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { noPages } from "@/lib/http/pages-proxy";
import { makeServer } from "@/lib/http/server";
import { createTwilioCarrier } from "@/lib/outreach/carriers/twilio/carrier";
import { followAttempt, placeAttempts, startCall } from "@/lib/outreach/dialing";
import { defaultHttpClient } from "@/lib/platform/egress";
import { callSid, openCarrier } from "./carrier";
import type { Subscriber } from "./subscriber";
import { openVoiceDesk } from "./voice-fixture";

const TOKEN = "0123456789abcdef0123456789abcdef";
const ACCOUNT = `AC${"1".repeat(32)}`;
/** How the product calls itself; a proxy stands there. */
const PUBLIC = "localhost:3000";
const NOON = 12;
let people = 0;

/** A time zone in which it is noon now, so that calls are allowed at any test time. */
const noonZone = (): string => {
  const hours = NOON - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
};

/**
 * A desk whose agents are called over a stand-in for Twilio. `streamsTo`: the host and port of the gateway that a load
 * balancer gives the next stream; by default, the gateway of this process. `maxCalls`: of that gateway.
 */
export async function openPhoneDesk({
  streamsTo,
  maxCalls,
}: {
  streamsTo?: () => string;
  maxCalls?: number;
} = {}) {
  const voiceFixture = await openVoiceDesk(undefined, maxCalls);
  const { server, stop } = makeServer({
    routes: [
      ["/v1/carriers/twilio/:integration/voice", voice],
      ["/v1/carriers/twilio/:integration/answered", answered],
      ["/v1/carriers/twilio/:integration/after", after],
      ["/v1/carriers/twilio/:integration/bridge", bridge],
      ["/v1/carriers/twilio/:integration/dialed", dialed],
      ["/v1/carriers/twilio/:integration/calls", news],
      ["/v1/carriers/twilio/:integration/machine", machine],
    ],
    pages: noPages,
    parts: {},
    voice: voiceFixture.gateway.upgrade,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reach = (address: string) => {
    const isStream = streamsTo !== undefined && address.includes(STREAM_PATH);
    return address.replace(PUBLIC, isStream ? streamsTo() : host);
  };
  const carrier = await openCarrier({ accountSid: ACCOUNT, token: TOKEN, reach });
  const owner = voiceFixture.space.ctx("owner");
  const credential = { kind: "twilio", account_sid: ACCOUNT, auth_token: TOKEN, base_url: carrier.url };
  const account = await createIntegration(owner, CreateIntegration.parse({ name: "Twilio", credential }));
  const carrierFor = () => createTwilioCarrier(defaultHttpClient, () => true);
  const webhook = (path: string) => `http://${PUBLIC}/v1/carriers/twilio/${account.id}/${path}`;
  const number = () => `+1213${5_000_000 + people++}`;
  return {
    ...voiceFixture,
    carrier,
    reach,
    token: TOKEN,
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
    /** A caller dials a number: returns the response, and the stream, if any. */
    async rings(from: string, to: string, subscriber: Subscriber = {}) {
      const form = { CallSid: callSid(), AccountSid: ACCOUNT, From: from, To: to, CallStatus: "ringing" };
      const { text } = await carrier.post(webhook("voice"), form);
      return { text, form, stream: await carrier.follow(text, form, subscriber) };
    },
    /** The agent calls a contact who consented. */
    async dials(agentId: string, to: string, subscriber: Subscriber = {}) {
      carrier.subscriber(to, subscriber);
      const consents = [{ purpose: "informational", channel: "call", granted: true, source: "a form" }];
      const contact = CreateContact.parse({ phone: to, timezone: noonZone(), consents });
      await createContact(owner, contact);
      const input = CreateCall.parse({ agent_id: agentId, channel: "phone", to });
      const call = await startCall(owner, input, carrierFor);
      // A busy machine may not have had time for the regular report.
      await voiceFixture.gateway.announce();
      await placeAttempts(owner, [`call/${call.id}/1`], carrierFor);
      return call;
    },
    follow: (callId: string) => followAttempt(owner, callId, carrierFor),
    async close() {
      await voiceFixture.close();
      await stop();
      await carrier.close();
      await defaultHttpClient.close();
    },
  };
}
export type PhoneDesk = Awaited<ReturnType<typeof openPhoneDesk>>;
