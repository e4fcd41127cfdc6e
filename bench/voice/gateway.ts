// The gateway of the bench, with IPC: the product's own webhooks and sockets, by providers of three kinds.
//   DATABASE_URL=… DATA_DIR=… node bench-voice-gateway.js
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

let finished: Record<string, number[]> = {};
let utterances: Record<string, Utterance[]> = {};
const builtin = builtinVoices();
const gateway = makeGateway(
  {
    async of(ctx, call) {
      if (call.config.name === "builtin") return builtin.of(ctx, call);
      if (call.config.name === "published")
        return published((utterance) => {
          utterances[call.id] = [...(utterances[call.id] ?? []), utterance];
        });
      const note = (atMs: number) => {
        finished[call.id] = [...(finished[call.id] ?? []), atMs];
      };
      return instant(note, call.config.name === "slow" ? SLOW_MS : 0);
    },
    close: builtin.close,
  },
  { maxCalls: MAX_CALLS },
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
      variables: VARIABLES,
    };
    const { id } = await createAgent(ctx, CreateAgent.parse({ ...config, recording: { enabled: false } }));
    await deployAgent(ctx, id);
    const digits = 2_000_000 + ((process.pid * KINDS.length + n) % 7_000_000);
    const number = { number: `+1213${digits}`, integration_id: account.id, agent_id: id };
    const phoneNumber = await createPhoneNumber(ctx, CreatePhoneNumber.parse(number));
    return [name, { number: phoneNumber.number, id: phoneNumber.id }] as const;
  };
  const lines = Object.fromEntries(await Promise.all(KINDS.map(line))) as Up["lines"];
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
  return { port: (server.address() as AddressInfo).port, accountId: account.id, lines };
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
