import { startOpenAiServer } from "@/lib/agents/models/testing/open-ai-server";
import { toModelRequest, wellBehavedModel } from "@/lib/agents/models/testing/well-behaved-model";
import { openReceiver } from "@/lib/data/webhooks/testing/receiver";
import { freePort } from "@/test/fixtures/free-port";
import { isReached, waitUntil } from "@/test/fixtures/wait-until";
import { type Client, requireStatus } from "./client";
import { deployChatAgent, sendMessage, startChat } from "./conversation";
import type { Fault, Observations } from "./fault";
import { withFolder } from "./folder";
import { type Gate, type GateMode, openGate } from "./gate";
import { openMailServer } from "./mail-server";
import { type Product, startProduct } from "./product";
import { deployVoiceAgent, startVoiceCall } from "./voice-call";

const portOf = (host: string): number => Number(host.split(":").at(-1));
type Services = {
  product: Product;
  gates: readonly Gate[];
  chatAgent: string;
  voiceAgent: string;
  hookId: string;
  received: readonly { body: string }[];
  messages: readonly { to: string[] }[];
};

async function connectServices(client: Client, model: Gate, speech: Gate, hook: Gate) {
  const create = async (name: string, credential: object) =>
    requireStatus(await client.post("/v1/integrations", { name, credential }), 201);
  await create("our-models", {
    kind: "model",
    base_url: `http://${model.host}/v1`,
    api_key: "sk-test-of-a-model-server",
    models: ["small"],
  });
  await create("our-voices", {
    kind: "speech",
    base_url: `http://${speech.host}/v1`,
    models: ["whisper-1"],
    voices: ["alloy"],
  });
  const chatAgent = await deployChatAgent(client, { model: "our-models:small" });
  const voiceAgent = await deployVoiceAgent(client, {
    voice_id: "our-voices:alloy",
    transcriber: "our-voices:whisper-1",
    recording: { enabled: false },
  });
  const webhook = requireStatus(
    await client.post("/v1/webhooks", { url: `http://${hook.host}/hooks`, events: ["agent.created"] }),
    201,
  );
  return { chatAgent, voiceAgent, hookId: webhook.json.id as string };
}

/** Calls an agent whose voice and transcriber hang: it speaks, and understands the caller, with the built-in ones. */
async function observeVoice(
  { product: { client }, voiceAgent }: Services,
  observed: Observations,
  mode: GateMode,
) {
  const call = await startVoiceCall(client, voiceAgent);
  try {
    const spoke = await isReached("the agent speaks", async () =>
      call.agentAudio().some((byte) => byte !== 0),
    );
    await waitUntil(
      "the agent ends its turn",
      async () => call.browser.of("state").at(-1)?.state === "listening",
    );
    call.say(call.agentAudio());
    const failures = await isReached("failures of both are in the call", async () => {
      const { json } = await client.get(`/v1/calls/${call.id}`);
      const parts = new Set((json?.provider_failures ?? []).map(({ part }: { part: string }) => part));
      return parts.has("voice") && parts.has("transcriber");
    });
    observed.during(spoke, `${mode}: a voice call speaks with the built-in voice`);
    observed.message(failures, `${mode}: \`provider_failures\` of the call names voice and transcriber`);
  } finally {
    await call.end();
  }
}

async function observeFault(services: Services, observed: Observations, mode: GateMode): Promise<string> {
  const { product, gates, chatAgent, hookId } = services;
  const { client } = product;
  for (const gate of gates) gate.set(mode);
  const event = requireStatus(
    await client.post("/v1/agents", { name: `Made while ${mode}`, type: "messaging", prompt: "Help." }),
    201,
  );
  const email = `${mode}@example.test`;
  const invitation = requireStatus(await client.post("/v1/invitations", { email, role: "viewer" }), 201);
  const chat = await client.post("/v1/calls", { agent_id: chatAgent, channel: "chat" });
  const reply = await sendMessage(client, chat.json?.id, "Hello");
  const [health, ready, queue, list] = await Promise.all(
    ["/healthz", "/readyz", "/readyz/queue", "/v1/agents"].map((path) => client.get(path)),
  );
  observed.during(
    [health, ready, queue, list].every((entry) => entry?.status === 200),
    `${mode}: /healthz, /readyz, /readyz/queue and lists 200`,
  );
  const call = (await client.get(`/v1/calls/${chat.json?.id}`)).json;
  observed.message(
    chat.status === 201 && call?.end_reason === "model_error",
    `${mode}: model: the new chat answers ${chat.status} after ${Math.round(chat.ms / 1_000)} s, a message ${reply.status}, the call ends as ${call?.end_reason}`,
  );
  await observeVoice(services, observed, mode);
  const delivery = await waitUntil("a failed delivery", async () => {
    const { json } = await client.get(`/v1/webhooks/${hookId}/deliveries`);
    return json.data.find(
      (entry: { attempts: number; error: string | null }) => entry.attempts > 0 && entry.error !== null,
    );
  });
  observed.message(
    delivery.error === "timeout",
    `${mode}: webhook: delivery \`pending\` with error \`${delivery.error}\``,
  );
  const mail = await waitUntil("the mail failed", async () => {
    const { json } = await client.get("/v1/invitations");
    const entry = json.data.find(({ id }: { id: string }) => id === invitation.json.id);
    return entry?.mail === "failed" && entry;
  });
  observed.message(mail.mail === "failed", `${mode}: mail: the invitation has \`mail: ${mail.mail}\``);
  return event.json.id;
}

/** Opens the gates, and checks that everything is delivered exactly once. */
async function observeRecovery(services: Services, observed: Observations, mode: GateMode, agentId: string) {
  const { product, gates, chatAgent, received, messages } = services;
  for (const gate of gates) gate.set("open");
  const callId = await startChat(product.client, chatAgent);
  const reply = await sendMessage(product.client, callId, "Hello again");
  observed.recovery(reply.status === 200, `${mode}: the next chat is answered by the model`);
  const events = () => received.filter(({ body }) => body.includes(agentId)).length;
  const mails = () => messages.filter(({ to }) => to.includes(`${mode}@example.test`)).length;
  const isDelivered = await isReached("event and mail", async () => events() > 0 && mails() > 0, {
    timeoutMs: 240_000,
  });
  observed.recovery(
    isDelivered && (mode === "trickle" ? events() >= 1 : events() === 1) && mails() === 1,
    `${mode}: webhook delivered (${events()} times), mail delivered (${mails()} times)`,
  );
}

/** A model, a voice and transcriber, a webhook receiver and a mail server accept connections and do not answer. */
export const hangingServices: Fault = {
  name: "hanging-services",
  title: "Model, voice, transcriber, webhook receiver and mail server hang, then trickle (a byte a second)",
  run: (observed) =>
    withFolder("services", async (dataDir) => {
      const modelServer = await startOpenAiServer();
      modelServer.script((request) => wellBehavedModel(toModelRequest(request)));
      const receiver = await openReceiver();
      const mailServer = await openMailServer();
      const [model, hook, mail, speech] = [
        await openGate(portOf(modelServer.host)),
        await openGate(portOf(receiver.host)),
        await openGate(mailServer.port),
        await openGate(portOf(modelServer.host)),
      ];
      const gates = [model, hook, mail, speech];
      const port = await freePort();
      const product = await startProduct({
        dataDir,
        port,
        env: {
          TOOL_ALLOWED_HOSTS: gates.map(({ host }) => host).join(","),
          SMTP_URL: `smtp://${mail.host}`,
          MAIL_FROM: "Parley <parley@example.test>",
          PARLEY_BASE_URL: `http://127.0.0.1:${port}`,
        },
      });
      try {
        const ids = await connectServices(product.client, model, speech, hook);
        const services = {
          product,
          gates,
          ...ids,
          received: receiver.received,
          messages: mailServer.messages,
        };
        for (const mode of ["hang", "trickle"] as const) {
          const agentId = await observeFault(services, observed, mode);
          await observeRecovery(services, observed, mode, agentId);
        }
      } finally {
        await product.stop();
        for (const { close } of [...gates, modelServer, receiver, mailServer]) await close();
      }
    }),
};
