import { setTimeout as pause } from "node:timers/promises";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { carrierFor } from "@/lib/outreach/carriers";
import { placeAttempts, startCall } from "@/lib/outreach/dialing";
import { FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio";
import type { MediaSession } from "@/lib/platform/rtp";
import { createMediaPorts } from "@/lib/platform/rtp";
import type { IncomingInvite, SipDialog, SipTrunk } from "@/lib/platform/sip";
import { createSipEndpoint } from "@/lib/platform/sip";
import type { SipSettings } from "../transports/sip/sip-gateway";
import { openVoiceDesk } from "./voice-fixture";

const HOST = "127.0.0.1";
const RTP_PORTS = { min: 30_000, max: 39_999 };
const MEDIA = { srtp: "off", isSignalingSecure: false, codecs: ["pcmu"] } as const;
const RING_MS = 30_000;
let people = 0;

/** One telephone at the carrier: what it hears and says in a call. */
export type Telephone = {
  readonly dialog: SipDialog;
  readonly media: MediaSession;
  /** Frames with sound so far. */
  heardFrames(): number;
  readonly keys: readonly string[];
  /** Speaks frames in real time. */
  say(frames: readonly Int16Array[]): Promise<void>;
};

/** The reaction of a telephone to a call of the product. */
export type Subscriber =
  | { answer: "answers" }
  | { answer: "refuses"; status: number }
  | { answer: "rings" }
  /** Answers with an SDP that rejects the audio. */
  | { answer: "without_audio" };

function telephoneOf(dialog: SipDialog, media: MediaSession): Telephone {
  let soundFrames = 0;
  const keys: string[] = [];
  media.start({
    onFrame: (frame) => {
      if (frame.some((sample) => Math.abs(sample) > 500)) soundFrames++;
    },
    onMissing: () => undefined,
    onKey: (key) => keys.push(key),
  });
  return {
    dialog,
    media,
    keys,
    heardFrames: () => soundFrames,
    async say(frames) {
      for (const frame of frames) {
        media.send(frame.length === FRAME_SAMPLES ? frame : new Int16Array(FRAME_SAMPLES));
        await pause(FRAME_MS);
      }
    },
  };
}

/**
 * A gateway whose agents are called over a SIP trunk of a carrier in this process, without encryption. The carrier is Parley's
 * SIP stack too: test/sip tries the product with other implementations.
 */
export async function openSipDesk(settings: Partial<SipSettings> = {}) {
  const fixture = await openVoiceDesk(undefined, undefined, {
    address: HOST,
    host: HOST,
    bind: HOST,
    tlsPort: null,
    tcpPort: 0,
    rtpPorts: RTP_PORTS,
    stirTrustAnchors: null,
    ...settings,
  });
  const port = fixture.gateway.sipPorts()?.tcp ?? 0;
  const subscribers = new Map<string, Subscriber>();
  const invites: IncomingInvite[] = [];
  const answered = new Map<string, Telephone>();
  const ports = createMediaPorts({
    bindAddress: HOST,
    advertisedAddress: HOST,
    minPort: RTP_PORTS.min,
    maxPort: RTP_PORTS.max,
  });

  async function ring(invite: IncomingInvite): Promise<void> {
    invites.push(invite);
    const subscriber = subscribers.get(invite.calledUser) ?? { answer: "answers" };
    if (subscriber.answer === "refuses") return invite.reject(subscriber.status);
    invite.ring();
    if (subscriber.answer === "rings") return;
    const media = await ports.open(MEDIA);
    const sdp = media.acceptOffer(invite.sdp ?? "");
    const answer = subscriber.answer === "without_audio" ? sdp.replace(/m=audio [0-9]+/, "m=audio 0") : sdp;
    const accepted = await invite.accept(answer, { onOffer: (offer) => media.acceptOffer(offer ?? "") });
    if (accepted !== null) answered.set(invite.calledUser, telephoneOf(accepted.dialog, media));
  }
  const endpoint = await createSipEndpoint({
    listeners: { tcp: { host: HOST, port: 0 } },
    advertised: { host: HOST },
    identify: async () => ({ trunkId: "product", challenge: null }),
    onInvite: (invite) => void ring(invite),
  });
  const product: SipTrunk = {
    id: "product",
    host: HOST,
    port,
    transport: "tcp",
    username: null,
    password: null,
    register: false,
    domain: null,
    caCertificates: null,
  };
  const owner = fixture.space.ctx("owner");
  const trunkOf = async (more: object = {}) =>
    createIntegration(
      owner,
      CreateIntegration.parse({
        name: `Trunk ${++people}`,
        credential: {
          kind: "sip",
          server: `${HOST}:${endpoint.ports.tcp}`,
          transport: "tcp",
          encryption: "off",
          sources: [HOST],
          calls_per_second: 50,
          ...more,
        },
      }),
    );
  const trunk = await trunkOf();
  // The gateway has read the trunk once it answers the carrier.
  while (!(await endpoint.options(product)).ok) await pause(FRAME_MS);
  const number = () => `+1213${6_000_000 + people++}`;

  return {
    ...fixture,
    endpoint,
    trunk,
    trunkOf,
    invites,
    answered,
    person: () => `+1212${8_000_000 + people++}`,
    subscriber: (phone: string, subscriber: Subscriber) => void subscribers.set(phone, subscriber),
    /** A number of the trunk on which an agent answers. */
    async line(agentId: string | null, extra: object = {}): Promise<string> {
      const input = { number: number(), integration_id: trunk.id, agent_id: agentId, ...extra };
      return (await createPhoneNumber(owner, CreatePhoneNumber.parse(input))).number;
    },
    /** A caller dials a number. Returns the telephone, or the status of the refusal. */
    async rings(
      from: string,
      to: string,
      signal = new AbortController().signal,
    ): Promise<Telephone | number> {
      const media = await ports.open(MEDIA);
      const result = await endpoint.invite(product, {
        to,
        from,
        sdp: media.createOffer(),
        ringMs: RING_MS,
        signal,
        handlers: { onOffer: (sdp) => (sdp === null ? media.createOffer() : media.acceptOffer(sdp)) },
      });
      if (!("dialog" in result)) {
        media.close();
        return result.status;
      }
      media.acceptAnswer(result.sdp);
      return telephoneOf(result.dialog, media);
    },
    /** Calls a number with an offer and headers of the test. Returns the status of the refusal, or the dialog. */
    async offers(to: string, sdp: string, from = "+12125550142"): Promise<SipDialog | number> {
      const signal = new AbortController().signal;
      const handlers = { onOffer: () => null };
      const result = await endpoint.invite(product, { to, from, sdp, ringMs: RING_MS, signal, handlers });
      return "dialog" in result ? result.dialog : result.status;
    },
    /** The agent calls a contact who consented. Returns once a gateway has the call. */
    async dials(agentId: string, to: string) {
      const consents = [{ purpose: "informational", channel: "call", granted: true, source: "a form" }];
      const zone = `Etc/GMT${12 - new Date().getUTCHours() > 0 ? "-" : "+"}${Math.abs(12 - new Date().getUTCHours())}`;
      await createContact(owner, CreateContact.parse({ phone: to, timezone: zone, consents }));
      const call = await startCall(
        owner,
        CreateCall.parse({ agent_id: agentId, channel: "phone", to }),
        carrierFor,
      );
      await placeAttempts(owner, [`call/${call.id}/1`], carrierFor);
      return call;
    },
    async close() {
      await fixture.close();
      await endpoint.close();
      ports.close();
    },
  };
}
export type SipDesk = Awaited<ReturnType<typeof openSipDesk>>;
