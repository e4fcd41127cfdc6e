import assert from "node:assert/strict";
import { type Baresip, startBaresip } from "../baresip";
import { createCertificate } from "../certificate";
import { acceptCalls, createInvite, createTrunk, requireDialog, startEndpoint } from "../endpoint";
import { findPort, type ScenarioRun, type SipScenario, waitUntil } from "../scenario";

const programs = ["baresip", "openssl"] as const;
/** baresip requires SRTP. No media is sent in these calls. */
const SECURE_SDP = [
  ...["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "c=IN IP4 127.0.0.1", "t=0 0"],
  ...["m=audio 39998 RTP/SAVP 0", `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${"A".repeat(40)}`, ""],
].join("\r\n");

/** Starts baresip with the certificate of the scenario. */
async function startClient(
  run: ScenarioRun,
  options: { user: string; peerPort: number; answers: boolean },
): Promise<Baresip> {
  const { certificate, key } = createCertificate(run);
  const client = await startBaresip({ folder: run.folder, certificate, key, ...options });
  run.defer(() => client.stop());
  return client;
}

async function startTlsEndpoint(run: ScenarioRun, calls: ReturnType<typeof acceptCalls>) {
  const { certificate, key } = createCertificate(run);
  const port = await findPort();
  const tls = { host: "127.0.0.1", port, certificate, key };
  const endpoint = await startEndpoint(run, { onInvite: calls.onInvite, listeners: { tls } });
  return { endpoint, port };
}

export const BARESIP: readonly SipScenario[] = [
  {
    name: "baresip over TLS: calls, is put on hold, and is hung up on",
    programs,
    async run(run) {
      const calls = acceptCalls({ onOffer: () => SECURE_SDP }, (invite) => invite.ring(), SECURE_SDP);
      const { port } = await startTlsEndpoint(run, calls);
      const client = await startClient(run, { user: "+12125550142", peerPort: port, answers: false });
      await client.dial("+12125550100");
      const accepted = await calls.accepted;
      assert.ok(accepted, client.output());
      await waitUntil(() => client.events().includes("CALL_ESTABLISHED"), "the call is established");
      const hold = await accepted.dialog.reinvite(`${SECURE_SDP}a=sendonly\r\n`);
      assert.ok("sdp" in hold, JSON.stringify(hold));
      assert.match(hold.sdp, /a=recvonly|a=inactive/);
      await accepted.dialog.bye();
      assert.equal(await accepted.dialog.ended, "local");
    },
  },
  {
    name: "baresip over TLS: calls, and hangs up",
    programs,
    async run(run) {
      const calls = acceptCalls({ onOffer: () => SECURE_SDP }, () => {}, SECURE_SDP);
      const { port } = await startTlsEndpoint(run, calls);
      const client = await startClient(run, { user: "+12125550142", peerPort: port, answers: false });
      await client.dial("+12125550100");
      const accepted = await calls.accepted;
      assert.ok(accepted, client.output());
      await client.hangUp();
      assert.equal(await accepted.dialog.ended, "remote");
    },
  },
  {
    name: "baresip over TLS: answers a call",
    programs,
    async run(run) {
      const options = { user: "+12125550142", peerPort: await findPort(), answers: true };
      const client = await startClient(run, options);
      const { certificate } = createCertificate(run);
      const endpoint = await startEndpoint(run);
      const trunk = createTrunk(client.tlsPort, { transport: "tls", caCertificates: certificate });
      const invite = createInvite({ to: options.user, sdp: SECURE_SDP });
      const result = await endpoint.invite(trunk, invite);
      const dialog = requireDialog(result);
      assert.ok("sdp" in result && result.sdp.includes("a=crypto"));
      await dialog.bye();
      assert.equal(await dialog.ended, "local");
    },
  },
];
