import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createCall, readCall } from "@/lib/calls/calls";
import { type Call, CreateCall } from "@/lib/calls/calls/schema";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { type Gateway, makeGateway, type Voices } from "..";
import type { SipSettings } from "../transports/sip/sip-gateway";
import { connect } from "./browser";
import { type Script, type Scripted, scripted } from "./providers";

/** Enough for every test, so that a slow machine refuses no call. */
const MAX_CALLS = 50;

/** A gateway on a real port, and a workspace whose agents can be called over it. */
export type VoiceDesk = Awaited<ReturnType<typeof openVoiceDesk>>;

/** `voices`: what the calls are heard and spoken by in place of scripts, or with them behind it. `sip`: settings of SIP trunks. */
export async function openVoiceDesk(
  voices: (scripts: Voices) => Voices = (scripts) => scripts,
  maxCalls = MAX_CALLS,
  sip: SipSettings | null = null,
) {
  const space: TestWorkspace = await makeWorkspace();
  const scripts = new Map<string, Script>();
  const providers = new Map<string, Scripted>();
  const byScript: Voices = {
    async of(_, { id, config }) {
      const created = scripted(scripts.get(config.name) ?? {});
      providers.set(id, created);
      return created;
    },
    close: async () => undefined,
  };
  const server: Server = createServer();
  server.on("upgrade", (request, socket, head) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (!gateway.upgrade(request, socket, head, pathname)) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `ws://${address}/voice/web`;
  const gateway: Gateway = makeGateway(voices(byScript), { maxCalls, sip, gatewayUrl: `http://${address}` });
  await gateway.announce();
  const ctx = space.ctx("builder");
  let agents = 0;
  return {
    space,
    ctx,
    url,
    /** Where members connect who take over a call or listen. */
    joinUrl: `ws://${address}/voice/join`,
    gateway,
    /** The providers that a call used. */
    providersOf: (callId: string) => providers.get(callId),
    /** A live agent whose calls are heard by a script. */
    async agent(script: Script, extra: object = {}): Promise<string> {
      const owner = space.ctx("owner");
      const name = `Agent ${++agents}`;
      scripts.set(name, script);
      const input = { name, type: "voice", voice_id: "builtin:slt", prompt: "You book tables." };
      const disclosure = { enabled: false, text: "Hello." };
      const recording = { enabled: false };
      const agent = await createAgent(
        owner,
        CreateAgent.parse({ ...input, disclosure, recording, ...extra }),
      );
      await deployAgent(owner, agent.id);
      return agent.id;
    },
    start: (agentId: string): Promise<Call> =>
      createCall(ctx, CreateCall.parse({ agent_id: agentId, channel: "web" })),
    async call(agentId: string) {
      const call = await this.start(agentId);
      return { call, browser: await connect(url, call.connect?.token ?? "") };
    },
    read: (id: string) => readCall(space.ctx("viewer"), id),
    async close() {
      await gateway.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
