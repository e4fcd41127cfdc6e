// The gateway of the bench, with IPC: the product's own webhooks and sockets, by providers of three kinds.
//   DATABASE_URL=… DATA_DIR=… node bench-voice-gateway.js
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import * as after from "@/app/v1/carriers/twilio/[integration]/after/route";
import * as voice from "@/app/v1/carriers/twilio/[integration]/voice/route";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { noPages } from "@/lib/http/pages-proxy";
import { makeServer } from "@/lib/http/server";
import { createWorkspace } from "@/lib/identity/auth";
import { makeCtx } from "@/lib/platform/context/make";
import { closePool } from "@/lib/platform/db";
import { builtinVoices, makeGateway } from "@/lib/voice";
import { readLateness } from "@/lib/voice/session/playout";
import { instant, published } from "./providers";
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  KINDS,
  type Kind,
  MODEL_KEY,
  MODEL_URL,
  type Sample,
  SIP_CERTIFICATE,
  SIP_KEY,
  SIP_KINDS,
  type SipKind,
  type Up,
  type Utterance,
} from "./wire";

/** Questions enough for a conversation that lasts as long as any measurement. */
const QUESTIONS = 40;
/** A voice that takes this long holds up its own call. */
const SLOW_MS = 3_000;

/** More than are tried: what a process holds is measured, not what it accepts. */
const MAX_CALLS = 1_000;

const VARIABLES = Array.from({ length: QUESTIONS }, (_, n) =>
  n % 2 === 0
    ? { name: `wish_${n}`, type: "boolean", description: "whether a table by the window is wanted" }
    : { name: `people_${n}`, type: "number", description: "how many people come" },
);

const DATES = Array.from({ length: QUESTIONS }, (_, n) => ({
  name: `day_${n}`,
  type: "date",
  description: "on which day the table is wanted",
}));

const HOST = "127.0.0.1";
const RTP_PORTS = { min: 30_000, max: 39_999 };
function sipOptions() {
  const { [SIP_CERTIFICATE]: certificate, [SIP_KEY]: key } = process.env;
  if (certificate === undefined || key === undefined) return { sip: null };
  const ports = { tlsPort: 0, tcpPort: 0, rtpPorts: RTP_PORTS, stirTrustAnchors: null };
  return {
    certificate: { cert: readFileSync(certificate), key: readFileSync(key) },
    sip: { address: HOST, host: HOST, bind: HOST, ...ports },
  };
}

let finished: Record<string, number[]> = {};
let utterances: Record<string, Utterance[]> = {};
const builtin = builtinVoices();
const gateway = makeGateway(
  {
    async of(ctx, call) {
      const builtinProviders = await builtin.of(ctx, call);
      if (call.config.name === "builtin" || call.config.name === "dates") return builtinProviders;
      if (call.config.name === "published")
        return published(builtinProviders, (utterance) => {
          utterances[call.id] = [...(utterances[call.id] ?? []), utterance];
        });
      const note = (atMs: number) => {
        finished[call.id] = [...(finished[call.id] ?? []), atMs];
      };
      return instant(builtinProviders, note, call.config.name === "slow" ? SLOW_MS : 0);
    },
    close: builtin.close,
  },
  { maxCalls: MAX_CALLS, ...sipOptions() },
);

async function open(): Promise<Up> {
  // Several gateways of a run have one database.
  const owner = { email: `owner-${process.pid}@example.test`, name: "Owner", password: null };
  const founded = await createWorkspace({ name: "Bench", owner });
  if (founded === null) throw new Error("No workspace was made.");
  const ctx = makeCtx({
    workspaceId: founded.workspaceId,
    environment: "live",
    actor: { type: "member", id: founded.ownerId, role: "owner" },
    requestId: "req_bench",
    address: null,
    signal: new AbortController().signal,
  });
  const credential = { kind: "twilio", account_sid: ACCOUNT_SID, auth_token: AUTH_TOKEN };
  const account = await createIntegration(ctx, CreateIntegration.parse({ name: "Twilio", credential }));
  const modelUrl = process.env[MODEL_URL];
  if (modelUrl !== undefined)
    await createIntegration(
      ctx,
      CreateIntegration.parse({
        name: "models",
        credential: { kind: "model", base_url: modelUrl, api_key: MODEL_KEY, models: ["m"] },
      }),
    );
  const line = async (name: Kind, n: number) => {
    const model = name === "published" && modelUrl !== undefined ? { model: "models:m" } : {};
    const config = {
      ...model,
      name,
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "Help.",
      variables: name === "dates" ? DATES : VARIABLES,
    };
    const { id } = await createAgent(ctx, CreateAgent.parse({ ...config, recording: { enabled: false } }));
    await deployAgent(ctx, id);
    const digits = 2_000_000 + ((process.pid * KINDS.length + n) % 7_000_000);
    const number = { number: `+1213${digits}`, integration_id: account.id, agent_id: id };
    const phoneNumber = await createPhoneNumber(ctx, CreatePhoneNumber.parse(number));
    return [name, { number: phoneNumber.number, id: phoneNumber.id }] as const;
  };
  const lines = Object.fromEntries(await Promise.all(KINDS.map(line))) as Up["lines"];
  /** A trunk with a number whose agent has instant providers. */
  const sipLine = async (kind: SipKind, n: number) => {
    const connection =
      kind === "srtp"
        ? { transport: "tls", encryption: "required" }
        : { transport: "tcp", encryption: "off" };
    // Calls come from this machine; none is placed to the server.
    const trunk = { kind: "sip", server: "8.8.8.8:5061", sources: [HOST], ...connection };
    const { id } = await createIntegration(ctx, CreateIntegration.parse({ name: kind, credential: trunk }));
    const config = { name: "instant", type: "voice", voice_id: "builtin:slt", prompt: "Help." };
    const agent = await createAgent(
      ctx,
      CreateAgent.parse({ ...config, variables: VARIABLES, recording: { enabled: false } }),
    );
    await deployAgent(ctx, agent.id);
    const digits = 2_000_000 + ((process.pid * SIP_KINDS.length + n) % 7_000_000);
    const number = { number: `+1214${digits}`, integration_id: id, agent_id: agent.id };
    const created = await createPhoneNumber(ctx, CreatePhoneNumber.parse(number));
    return [kind, { number: created.number, id: created.id }] as const;
  };
  let sip: Up["sip"] = null;
  if (process.env[SIP_CERTIFICATE] !== undefined) {
    const sipLines = Object.fromEntries(await Promise.all(SIP_KINDS.map(sipLine)));
    await gateway.announce({ isSeparate: true });
    const ports = gateway.sipPorts();
    sip = {
      tcpPort: ports?.tcp ?? 0,
      tlsPort: ports?.tls ?? 0,
      lines: sipLines as Record<SipKind, { number: string; id: string }>,
    };
  }
  const { server } = makeServer({
    routes: [
      ["/v1/carriers/twilio/:integration/voice", voice],
      ["/v1/carriers/twilio/:integration/after", after],
    ],
    pages: noPages,
    parts: {},
    voice: gateway.upgrade,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, accountId: account.id, lines, sip };
}

function sample(): Sample {
  const latest = { finished, utterances };
  finished = {};
  utterances = {};
  return { late: [...readLateness()], ...latest };
}

process.on("message", () => process.send?.(sample()));
process.on("disconnect", () => {
  void gateway
    .stop()
    .then(closePool)
    .finally(() => process.exit(0));
});
process.send?.(await open());
