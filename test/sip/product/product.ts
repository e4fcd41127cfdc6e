import { setTimeout as pause } from "node:timers/promises";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber, updatePhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { readCall } from "@/lib/calls/calls";
import { type Call, CreateCall } from "@/lib/calls/calls/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { carrierFor } from "@/lib/outreach/carriers";
import { placeAttempts, startCall } from "@/lib/outreach/dialing";
import { closePool, db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { builtinVoices, makeGateway } from "@/lib/voice";
import { makeWorkspace } from "@/test/fixtures/workspace";

/** Time that only a hanging call needs. */
const PATIENCE_MS = 60_000;
const NOON = 12;

/** A time zone in which it is noon now, so that calls are allowed. */
export const noonZone = (): string => {
  const hours = NOON - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
};

/** The voice gateway with SIP over TLS, the built-in speech, and a workspace with an agent and a trunk. */
export async function openProduct({ certificate, key }: { certificate: string; key: string }) {
  const space = await makeWorkspace();
  const owner = space.ctx("owner");
  const gateway = makeGateway(builtinVoices(), {
    maxCalls: 10,
    certificate: { cert: Buffer.from(certificate), key: Buffer.from(key) },
    sip: {
      address: "127.0.0.1",
      host: "127.0.0.1",
      bind: "127.0.0.1",
      tlsPort: 0,
      tcpPort: null,
      rtpPorts: { min: 20_000, max: 20_999 },
      stirTrustAnchors: null,
    },
  });
  await gateway.announce();
  const person = "+12125550177";
  const contact = "+12125550188";
  const number = "+12135550100";
  let numberId: string | undefined;
  let trunks = 0;
  let agentId = "";
  const closings: (() => Promise<unknown>)[] = [];

  async function waitUntil(
    condition: () => boolean | Promise<boolean>,
    subject: string | (() => string),
    limitMs = PATIENCE_MS,
  ): Promise<void> {
    const until = performance.now() + limitMs;
    while (!(await condition())) {
      if (performance.now() > until)
        throw new Error(`Timeout: ${typeof subject === "string" ? subject : subject()}.`);
      await pause(50);
    }
  }
  async function waitFor(id: string, subject: string, condition: (call: Call) => boolean): Promise<Call> {
    let call = await readCall(owner, id);
    await waitUntil(
      async () => {
        call = await readCall(owner, id);
        return condition(call);
      },
      () => `${subject}; the transcript is ${JSON.stringify(call.transcript)}`,
    );
    return call;
  }

  return {
    owner,
    workspaceId: space.workspaceId,
    /** Runs before the gateway stops. */
    onClose: (closing: () => Promise<unknown>) => void closings.push(closing),
    tlsPort: gateway.sipPorts()?.tls ?? 0,
    person,
    contact,
    number,
    waitUntil,
    waitFor,
    waitForAgentTurns: (id: string, turns: number) =>
      waitFor(
        id,
        `${turns} turns of the agent`,
        ({ transcript }) => transcript.filter(({ role }) => role === "agent").length >= turns,
      ),
    /**
     * Connects a trunk whose server is a telephone, and moves the number to it. With a password, calls of the trunk
     * authenticate with the returned ID; without, they come from this machine.
     */
    async connectTrunk(port: number, password?: string): Promise<string> {
      const proof = password === undefined ? { sources: ["127.0.0.1"] } : { username: "parley", password };
      const credential = { kind: "sip", server: `127.0.0.1:${port}`, ...proof };
      const input = CreateIntegration.parse({ name: `Trunk ${++trunks}`, credential });
      const trunk = await createIntegration(owner, input);
      if (numberId === undefined) {
        const created = await createPhoneNumber(
          owner,
          CreatePhoneNumber.parse({ number, integration_id: trunk.id, agent_id: null }),
        );
        numberId = created.id;
        const agent = await createAgent(
          owner,
          CreateAgent.parse({
            name: "Ann",
            type: "voice",
            voice_id: "builtin:slt",
            prompt: "You book tables.",
            tools: ["transfer_to_human"],
            transfer_to: person,
            variables: [
              { name: "window", type: "boolean", description: "whether a table by the window is wanted" },
              { name: "people", type: "number", description: "how many people come" },
            ],
            recording: { enabled: true, announce: true, answer_window_ms: 10_000 },
          }),
        );
        await deployAgent(owner, agent.id);
        agentId = agent.id;
      }
      await updatePhoneNumber(owner, numberId, { integration_id: trunk.id, agent_id: agentId });
      return trunk.id;
    },
    async newestCall(direction: "inbound" | "outbound"): Promise<string> {
      let id: string | undefined;
      const query = db
        .selectFrom("calls")
        .select("id")
        .where("workspace_id", "=", space.workspaceId)
        .where("direction", "=", direction)
        .orderBy("created_at", "desc")
        .limit(1);
      await waitUntil(async () => {
        id = (await owner.db.first(query))?.id;
        return id !== undefined;
      }, `an ${direction} call is stored`);
      return id ?? "";
    },
    /** A contact who consented is called. Returns the call. */
    async callContact(): Promise<string> {
      const consents = [{ purpose: "informational", channel: "call", granted: true, source: "a form" }];
      await createContact(owner, CreateContact.parse({ phone: contact, timezone: noonZone(), consents }));
      const input = CreateCall.parse({ agent_id: agentId, channel: "phone", to: contact });
      const call = await startCall(owner, input, carrierFor);
      await placeAttempts(owner, [`call/${call.id}/1`], carrierFor);
      return call.id;
    },
    async close() {
      for (const closing of closings) await closing();
      await gateway.stop();
      await closeHub();
      await closePool();
    },
  };
}

export type Product = Awaited<ReturnType<typeof openProduct>>;
