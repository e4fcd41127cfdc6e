import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openReceiver } from "@/lib/data/webhooks/testing/receiver";
import { isReached, waitUntil } from "@/test/fixtures/wait-until";
import { requireStatus } from "./client";
import { deployChatAgent, sendMessage, startChat } from "./conversation";
import type { Fault } from "./fault";
import { withFolder } from "./folder";
import { makeRecording } from "./make-recording";
import { startProduct } from "./product";
import { deployVoiceAgent } from "./voice-call";

/** A loopback address that nothing else listens on. */
const NAME_SERVER = "127.0.0.53";
const DNS_PORT = 53;
/** Endpoints whose names are looked up at the same time: more than the threads that look up names. */
const ENDPOINTS = 8;

/** Runs a command with another /etc/resolv.conf and /etc/hosts, which only this command and its children see. */
const withResolver = (folder: string): string[] => [
  "unshare",
  "--mount",
  "sh",
  "-c",
  `mount --bind ${join(folder, "resolv.conf")} /etc/resolv.conf && exec "$@"`,
  "sh",
];

function findObstacle(): string | null {
  if (process.getuid?.() !== 0) return "a private /etc/resolv.conf needs root";
  try {
    execFileSync("unshare", ["--mount", "mount", "--bind", "/etc/resolv.conf", "/etc/resolv.conf"], {
      stdio: "ignore",
    });
    return null;
  } catch {
    return "a private /etc/resolv.conf needs unshare and mount";
  }
}

/** A name server that receives requests and never answers. */
async function openSilentNameServer() {
  const socket = createSocket("udp4");
  let requests = 0;
  socket.on("message", () => {
    requests += 1;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(DNS_PORT, NAME_SERVER, resolve);
  });
  return {
    requests: () => requests,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

/** The name server does not answer while webhooks, a model and mails need names. */
export const silentDns: Fault = {
  name: "dns",
  title: "Name server does not answer",
  findObstacle,
  run: (observed) =>
    withFolder("dns", async (folder) => {
      writeFileSync(join(folder, "resolv.conf"), `nameserver ${NAME_SERVER}\n`);
      const nameServer = await openSilentNameServer();
      const receiver = await openReceiver();
      const product = await startProduct({
        dataDir: join(folder, "data"),
        prefix: withResolver(folder),
        env: {
          TOOL_ALLOWED_HOSTS: receiver.host,
          SMTP_URL: "smtps://mail.example.com",
          MAIL_FROM: "Parley <parley@example.test>",
          PARLEY_BASE_URL: "https://parley.example.test",
        },
      });
      const { client } = product;
      try {
        requireStatus(
          await client.post("/v1/integrations", {
            name: "our-models",
            credential: {
              kind: "model",
              base_url: "https://models.example.com/v1",
              api_key: "sk-none",
              models: ["small"],
            },
          }),
          201,
        );
        for (let n = 0; n < ENDPOINTS; n++)
          requireStatus(
            await client.post("/v1/webhooks", {
              url: `https://hooks-${n}.example.com/`,
              events: ["agent.created"],
            }),
            201,
          );
        requireStatus(
          await client.post("/v1/webhooks", { url: receiver.url, events: ["agent.created"] }),
          201,
        );
        const builtin = await deployChatAgent(client);
        const remote = await deployChatAgent(client, { model: "our-models:small" });
        const voiceAgent = await deployVoiceAgent(client);
        requireStatus(
          await client.post("/v1/invitations", { email: "guest@example.test", role: "viewer" }),
          201,
        );

        const remoteChat = client.post("/v1/calls", { agent_id: remote, channel: "chat" });
        const callId = await startChat(client, builtin);
        const reply = await sendMessage(client, callId, "Hello");
        // Files, keys and passwords use the threads that names are looked up in.
        const recorded = await makeRecording(client, voiceAgent);
        // On a busy machine /readyz refuses new voice calls for a moment.
        const isReady = await isReached("ready", async () => (await client.get("/readyz")).status === 200);
        const [health, queue, list] = await Promise.all(
          ["/healthz", "/readyz/queue", "/v1/agents"].map((path) => client.get(path)),
        );
        observed.during(
          isReady && [health, queue, list, reply].every((entry) => entry?.status === 200) && recorded !== "",
          "/healthz, /readyz, /readyz/queue and lists 200; conversations with the built-in model; a voice call is recorded and its file written",
        );
        const isDelivered = await isReached(
          "the healthy endpoint",
          async () => receiver.received.length >= 3,
        );
        observed.during(isDelivered, "deliveries to an endpoint by address arrive");
        const chat = await remoteChat;
        const ended = (await client.get(`/v1/calls/${chat.json?.id}`)).json;
        observed.message(
          chat.status === 201 && ended?.end_reason === "model_error",
          `a chat with a model by name answers ${chat.status} after ${Math.round(chat.ms / 1_000)} s and ends as ${ended?.end_reason}`,
        );
        const { json } = requireStatus(await client.get("/v1/webhooks?limit=100"), 200);
        const hook = json.data.find(({ url }: { url: string }) => url.includes("hooks-0"));
        const delivery = await waitUntil("a failed delivery", async () => {
          const { data } = (await client.get(`/v1/webhooks/${hook.id}/deliveries`)).json;
          return data.find(({ error }: { error: string | null }) => error !== null);
        });
        observed.message(
          delivery.status === "pending",
          `deliveries by name: \`${delivery.status}\` with error \`${delivery.error}\``,
        );
        const mail = await waitUntil("a failed mail", async () => {
          const { data } = (await client.get("/v1/invitations")).json;
          return data[0]?.mail === "failed" && data[0];
        });
        observed.message(
          mail.mail === "failed" && nameServer.requests() > 0,
          `mail: the invitation has \`mail: ${mail.mail}\``,
        );

        // The next name server refuses at once: /etc/resolv.conf is read at each lookup.
        writeFileSync(join(folder, "resolv.conf"), "nameserver 127.0.0.1\noptions attempts:1 timeout:1\n");
        const next = await waitUntil("an error at once", async () => {
          const { data } = (await client.get(`/v1/webhooks/${hook.id}/deliveries`)).json;
          return data.find(({ attempts }: { attempts: number }) => attempts >= 2);
        });
        observed.recovery(
          next.status === "pending",
          `deliveries are tried again without a manual step (attempt ${next.attempts})`,
        );
      } finally {
        await product.stop();
        await receiver.close();
        await nameServer.close();
      }
    }),
};
