import assert from "node:assert/strict";
import { startSipp } from "../programs";
import { type GatewayProcess, startGateway } from "../proxy/gateway";
import { ADDRESSES, startProxy } from "../proxy/start-proxy";
import { findPort, type ScenarioRun, type SipScenario, waitUntil } from "../scenario";
import { allow, expect, pause, SDP, scenario, sendAsCaller } from "../sipp-messages";

const programs = ["kamailio", "rtpengine", "sipp", "openssl"] as const;
const { carrier } = ADDRESSES;
const ROUTED = { isInDialog: true, headers: ["[routes]"] };
/** A call over UDP, from the INVITE to its BYE. */
const CALL = scenario(
  ...[sendAsCaller("INVITE", 1, { body: SDP }), allow(100), allow(180), expect(200, 'rrs="true"')],
  ...[sendAsCaller("ACK", 1, ROUTED), pause(300), sendAsCaller("BYE", 2, ROUTED), expect(200)],
);

/** Calls the proxy over UDP, several times at once. Rejects if a call fails. */
async function call(run: ScenarioRun, target: number, calls: number): Promise<void> {
  const options = { target, host: carrier, transport: "udp", calls, args: ["-r", "4"] } as const;
  await (await startSipp(run, CALL, options)).done;
}

const countInvites = (gateways: readonly GatewayProcess[]): number[] =>
  gateways.map((gateway) => gateway.count("invite"));

export const PROXY: readonly SipScenario[] = [
  {
    name: "proxy: calls over UDP are spread over two gateways, which drain and are killed",
    programs,
    limitMs: 180_000,
    async run(run) {
      const first = await startGateway(run, "127.0.0.11", 53_000);
      const second = await startGateway(run, "127.0.0.12", 53_200);
      const gateways = [first, second];
      const proxy = await startProxy(run, { gateways, carrierPort: await findPort(), rtpPort: 54_000 });
      await call(run, proxy.publicPort, 8);
      assert.deepEqual(countInvites(gateways), [4, 4]);
      assert.equal(first.count("ended") + second.count("ended"), 8);
      first.send({ do: "drain" });
      await call(run, proxy.publicPort, 4);
      assert.deepEqual(countInvites(gateways), [4, 8]);
      await first.kill();
      await call(run, proxy.publicPort, 4);
      assert.deepEqual(countInvites(gateways), [4, 12]);
      run.note("4 + 4 calls, 4 + 4 after the drain and the kill of one");
    },
  },
];
