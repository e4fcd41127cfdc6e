import "@/test/fixtures/loopback";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { db, reader } from "@/lib/platform/db";
import { createHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { readStatus } from "@/lib/platform/sip/message";
import { formatRequest, OFFER } from "@/lib/platform/sip/testing/messages";
import { RawPeer } from "@/lib/platform/sip/testing/raw-peer";
import { createSigningChain, signIdentity } from "@/lib/platform/stir/testing/create-chain";
import { openSipDesk, type SipDesk } from "./testing/sip-fixture";

const PATIENCE = { timeout: 20_000, interval: 50 };
const CERTIFICATE_URL = "https://certificates.example.org/shaken.pem";
/** The numbers of From and To of the requests of `formatRequest`. */
const NUMBERS = { orig: "13125550111", dest: "12125550100" };

const chain = createSigningChain();
const stranger = createSigningChain();
/** The repository of certificates. */
const repository = createServer((_, response) => response.writeHead(status).end(chain.providerPem));
let status = 200;
let fixture: SipDesk;
let client: ReturnType<typeof createHttpClient>;

beforeAll(async () => {
  await new Promise<void>((resolve) => repository.listen(0, "127.0.0.1", resolve));
  const { port } = repository.address() as AddressInfo;
  client = createHttpClient({ allowedHosts: [`127.0.0.1:${port}`] });
  fixture = await openSipDesk({
    stirTrustAnchors: chain.anchorFile,
    stirClient: { ...client, fetch: (_, init) => client.fetch(`http://127.0.0.1:${port}/`, init) },
  });
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
  await client.close();
  repository.closeAllConnections();
  await new Promise((resolve) => repository.close(resolve));
  chain.remove();
  stranger.remove();
});

/** Calls an agent's number over a trunk with an Identity header. Returns the line of the final response, and the agent. */
async function call(identity: string | null, callerSignatures = "required") {
  const agentId = await fixture.agent({ lines: [] });
  const trunk = await fixture.trunkOf({ caller_signatures: callerSignatures });
  const number = `+1213${5_000_000 + Math.floor(Math.random() * 999_999)}`;
  await createPhoneNumber(
    fixture.space.ctx("owner"),
    CreatePhoneNumber.parse({ number, integration_id: trunk.id, agent_id: agentId }),
  );
  const peer = await RawPeer.connect(fixture.gateway.sipPorts()?.tcp ?? 0);
  const headers = identity === null ? [] : [`Identity: ${identity}`];
  peer.send(formatRequest("INVITE", { uri: `sip:${number}@127.0.0.1`, headers, body: OFFER }));
  const line = await vi.waitFor(() => {
    const final = peer.messages.find((message) => (readStatus(message) ?? 0) >= 200);
    if (final === undefined) throw new Error("There is no final response.");
    return final.startLine;
  }, PATIENCE);
  peer.close();
  return { line, agentId };
}
/** The stored call of an agent, once the result of its verification is stored. */
const callOf = (agentId: string) =>
  vi.waitFor(async () => {
    const row = await reader(fixture.space.workspaceId).first(
      db
        .selectFrom("calls")
        .select("id")
        .where("workspace_id", "=", fixture.space.workspaceId)
        .where("agent_id", "=", agentId),
    );
    const stored = row && (await fixture.read(row.id));
    if (stored?.caller_signature == null) throw new Error("There is no result.");
    return stored;
  }, PATIENCE);

const now = () => Math.floor(Date.now() / 1_000);
const sign = (more: object = {}, key = chain.key) =>
  signIdentity(key, CERTIFICATE_URL, { ...NUMBERS, iat: now(), ...more });

it("answers a call with a verified signature", async () => {
  const { line, agentId } = await call(await sign());
  expect(line).toBe("SIP/2.0 200 OK");
  expect((await callOf(agentId)).caller_signature).toEqual({
    status: "verified",
    attestation: "A",
    reason: null,
  });
});

it.each([
  ["absent", async () => null, "428 Use Identity Header", { status: "absent", reason: null }],
  ["stale", () => sign({ iat: now() - 3_600 }), "403 Stale Date", { status: "failed", reason: "stale" }],
  [
    "that of another number",
    () => sign({ orig: "13125550199" }),
    "438 Invalid Identity Header",
    { status: "failed", reason: "number_mismatch" },
  ],
  [
    "made with another key",
    () => sign({}, stranger.key),
    "438 Invalid Identity Header",
    { status: "failed", reason: "signature_invalid" },
  ],
])(
  "refuses a call whose signature is %s, and stores whom the workspace missed",
  async (_, make, answer, result) => {
    const { line, agentId } = await call(await make());
    expect(line).toBe(`SIP/2.0 ${answer}`);
    await vi.waitFor(
      async () =>
        expect(await callOf(agentId)).toMatchObject({
          status: "failed",
          reasons: [{ code: "caller_signature_required" }],
          caller_signature: result,
        }),
      PATIENCE,
    );
  },
);

it("answers calls without a signature over a trunk that requires none", async () => {
  const { line, agentId } = await call(null, "off");
  expect(line).toBe("SIP/2.0 200 OK");
  expect((await callOf(agentId)).caller_signature).toMatchObject({ status: "absent" });
});

it("refuses a call whose certificate cannot be loaded", async () => {
  status = 404;
  try {
    const url = "https://certificates.example.org/missing.pem";
    const identity = await signIdentity(chain.key, url, { ...NUMBERS, iat: now() });
    expect((await call(identity)).line).toMatch(/^SIP\/2\.0 436 /);
  } finally {
    status = 200;
  }
});
