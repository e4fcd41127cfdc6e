import assert from "node:assert/strict";
import { startBaresip } from "../baresip";
import {
  acceptCalls,
  createInvite,
  createTrunk,
  HANDLERS,
  OFFER,
  requireDialog,
  startEndpoint,
} from "../endpoint";
import { createCertificate } from "../programs";
import { findPort, type SipScenario } from "../scenario";

const programs = ["baresip", "openssl"] as const;

export const BARESIP: readonly SipScenario[] = [
  {
    name: "baresip over TLS: calls with digest, and is put on hold",
    programs,
    async run(run) {
      const { certificate, key } = createCertificate(run);
      const calls = acceptCalls(HANDLERS, (invite) => invite.ring());
      const port = await findPort();
      // baresip 1.0.0 reads the first challenge alone, and has no SHA-256.
      const challenge = { username: "baresip", password: "secret", algorithms: ["MD5"] as const };
      await startEndpoint(run, {
        ...calls,
        listeners: { tls: { host: "127.0.0.1", port, certificate, key } },
        identify: async () => ({ trunkId: "pbx", challenge }),
      });
      const commands = [`/dial sip:+12125550100@127.0.0.1:${port};transport=tls`];
      const baresip = await startBaresip(run, { registrarPort: port, answers: false, commands });
      const accepted = await calls.accepted;
      assert.ok(accepted, baresip.output());
      const hold = await accepted.dialog.reinvite(`${OFFER}a=sendonly\r\n`);
      assert.ok("sdp" in hold, JSON.stringify(hold));
      assert.match(hold.sdp, /a=recvonly|a=inactive/);
      await accepted.dialog.bye();
      assert.equal(await accepted.dialog.ended, "local");
    },
  },
  {
    name: "baresip over TLS: answers a call",
    programs,
    async run(run) {
      const { certificate } = createCertificate(run);
      const baresip = await startBaresip(run, { registrarPort: await findPort(), answers: true });
      const endpoint = await startEndpoint(run);
      const trunk = createTrunk(baresip.tlsPort, { transport: "tls", caCertificates: certificate });
      const result = await endpoint.invite(trunk, createInvite({ to: "baresip" }));
      const dialog = requireDialog(result);
      assert.ok("sdp" in result && result.sdp.includes("m=audio"));
      await dialog.bye();
      assert.equal(await dialog.ended, "local");
    },
  },
];
