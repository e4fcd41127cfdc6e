import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Baresip, speakToFile, startBaresip } from "../baresip";
import { createCertificate } from "../certificate";
import { createTrunk } from "../endpoint";
import { hasPlainAudio, selectPackets, startCapture } from "../packet-capture";
import { startSipp } from "../programs";
import { type GatewayProcess, startGateway } from "../proxy/gateway";
import { ADDRESSES, startProxy } from "../proxy/start-proxy";
import { findPort, type ScenarioRun, type SipScenario, waitUntil } from "../scenario";
import { allow, expect, pause, SDP, scenario, sendAsCaller } from "../sipp-messages";

const programs = ["kamailio", "rtpengine", "sipp", "openssl"] as const;
const { proxy: proxyHost, carrier, rtpPublic, rtpPrivate } = ADDRESSES;
const GATEWAY_HOSTS = ["127.0.0.11", "127.0.0.12"] as const;
const CALLER = "+12125550142";
/** Silence of a call after which packets that are sent directly would have been captured, in ms. */
const CAPTURE_MS = 1_000;
const ROUTED = { isInDialog: true, headers: ["[routes]"] };
/** A call over UDP, from the INVITE to its BYE. */
export const UDP_CALL = scenario(
  ...[sendAsCaller("INVITE", 1, { body: SDP }), allow(100), allow(180), expect(200, 'rrs="true"')],
  ...[sendAsCaller("ACK", 1, ROUTED), pause(300), sendAsCaller("BYE", 2, ROUTED), expect(200)],
);

/** Calls the proxy over UDP, several times at once. Rejects if a call fails. */
async function call(run: ScenarioRun, target: number, calls: number): Promise<void> {
  const options = { target, host: carrier, transport: "udp", calls, args: ["-r", "4"] } as const;
  await (await startSipp(run, UDP_CALL, options)).done;
}

const countInvites = (gateways: readonly GatewayProcess[]): number[] =>
  gateways.map((gateway) => gateway.count("invite"));

/** Starts a telephone over UDP without encryption at the address of the carrier. */
async function startTelephone(
  run: ScenarioRun,
  options: { port: number; peerPort: number; answers: boolean },
): Promise<Baresip> {
  const { certificate, key } = createCertificate(run);
  const client = await startBaresip({
    ...{ folder: run.folder, user: CALLER, certificate, key, transport: "udp", host: carrier },
    ...options,
  });
  run.defer(() => client.stop());
  return client;
}

/** The audio of a call passes rtpengine in both directions, in plain on the side of the telephone alone. */
async function checkMedia(run: ScenarioRun, file: string, telephone: Baresip, gateway: GatewayProcess) {
  await waitUntil(() => telephone.heardSeconds() > 0.5, "the telephone hears the gateway");
  await telephone.play(speakToFile(run.folder, "words", "I want to book a table"));
  await waitUntil(() => gateway.count("heard") > 10, "the gateway hears the telephone");
  await wait(CAPTURE_MS);
  const direct = selectPackets(file, `host ${gateway.host} and not host ${rtpPrivate}`);
  assert.equal(direct.count, 0, "packets between the telephone and the gateway");
  // baresip sends audio from the address of the interface, and not from that of its SIP.
  const outside = selectPackets(file, `host ${rtpPublic}`);
  const inside = selectPackets(file, `host ${gateway.host} and host ${rtpPrivate}`);
  assert.ok(outside.count > 50 && inside.count > 50, `${outside.count} and ${inside.count} packets`);
  assert.ok(hasPlainAudio(outside.content), "no plain audio at the telephone");
  assert.ok(!hasPlainAudio(inside.content), "plain audio at the gateway");
  run.note(`${outside.count} packets outside, ${inside.count} encrypted inside, 0 direct`);
}

export const PROXY: readonly SipScenario[] = [
  {
    name: "proxy: calls over UDP are spread over two gateways, which drain and are killed",
    programs,
    limitMs: 180_000,
    async run(run) {
      const first = await startGateway(run, GATEWAY_HOSTS[0], 53_000);
      const second = await startGateway(run, GATEWAY_HOSTS[1], 53_200);
      const gateways = [first, second];
      const proxy = await startProxy(run, { gateways, carrierPort: await findPort(), rtpPort: 54_000 });
      await call(run, proxy.publicPort, 8);
      assert.deepEqual(countInvites(gateways), [4, 4]);
      await waitUntil(() => first.count("ended") + second.count("ended") === 8, "all calls end");
      first.send({ do: "drain" });
      await call(run, proxy.publicPort, 4);
      assert.deepEqual(countInvites(gateways), [4, 8]);
      await first.kill();
      await call(run, proxy.publicPort, 4);
      assert.deepEqual(countInvites(gateways), [4, 12]);
      run.note("4 + 4 calls, 4 + 4 after the drain and the kill of one");
    },
  },
  {
    name: "proxy: a telephone over UDP calls a gateway, audio by rtpengine (RTP to SRTP)",
    programs: [...programs, "baresip", "espeak-ng", "tcpdump"],
    async run(run) {
      const gateway = await startGateway(run, GATEWAY_HOSTS[0], 53_000);
      const carrierPort = await findPort();
      const proxy = await startProxy(run, { gateways: [gateway], carrierPort, rtpPort: 54_400 });
      const telephone = await startTelephone(run, {
        ...{ port: carrierPort, peerPort: proxy.publicPort, answers: false },
      });
      const file = join(run.folder, "inbound.pcap");
      await startCapture(run, file, "udp");
      await telephone.dial("+12135550100");
      await waitUntil(() => gateway.count("answered") === 1, "the gateway answers");
      await checkMedia(run, file, telephone, gateway);
      await telephone.hangUp();
      await waitUntil(() => gateway.count("ended") === 1, "the call ends");
    },
  },
  {
    name: "proxy: a gateway calls a telephone over UDP, audio by rtpengine (SRTP to RTP)",
    programs: [...programs, "baresip", "espeak-ng", "tcpdump"],
    async run(run) {
      const gateway = await startGateway(run, GATEWAY_HOSTS[1], 53_200);
      const carrierPort = await findPort();
      const proxy = await startProxy(run, { gateways: [gateway], carrierPort, rtpPort: 54_800 });
      const telephone = await startTelephone(run, {
        ...{ port: carrierPort, peerPort: proxy.publicPort, answers: true },
      });
      const file = join(run.folder, "outbound.pcap");
      await startCapture(run, file, "udp");
      const trunk = createTrunk(proxy.gatewayPort, { host: proxyHost, transport: "tls" });
      gateway.send({ do: "call", trunk, to: CALLER });
      await waitUntil(
        () => gateway.count("answered") + gateway.count("refused") === 1,
        "the telephone answers",
      );
      assert.equal(gateway.count("refused"), 0, JSON.stringify(gateway.reports()));
      await checkMedia(run, file, telephone, gateway);
      await telephone.hangUp();
      await waitUntil(() => gateway.count("ended") === 1, "the call ends");
    },
  },
  {
    name: "proxy: a gateway that dies before its answer is followed by another, one that dies after it is not",
    programs,
    limitMs: 180_000,
    async run(run) {
      const first = await startGateway(run, GATEWAY_HOSTS[0], 53_000);
      const second = await startGateway(run, GATEWAY_HOSTS[1], 53_200);
      const gateways = [first, second];
      const proxy = await startProxy(run, { gateways, carrierPort: await findPort(), rtpPort: 55_200 });
      // Only the first INVITE of the two goes to the first gateway, which answers it with 100 and is killed.
      for (const gateway of gateways) gateway.send({ do: "ignore" });
      const slow = scenario(
        ...[sendAsCaller("INVITE", 1, { body: SDP }), allow(100), allow(180)],
        ...[expect(200, 'rrs="true"').replace("40000", "60000"), sendAsCaller("ACK", 1, ROUTED)],
        ...[pause(300), sendAsCaller("BYE", 2, ROUTED), expect(200)],
      );
      const sipp = await startSipp(run, slow, {
        ...{ target: proxy.publicPort, host: carrier, transport: "udp", args: ["-timeout", "100s"] },
      });
      await waitUntil(() => first.count("invite") + second.count("invite") === 1, "a gateway is called");
      const [dead, next] = first.count("invite") === 1 ? [first, second] : [second, first];
      next.send({ do: "answer" });
      await dead.kill();
      await sipp.done;
      assert.deepEqual(countInvites([next]), [1]);
      // The last gateway dies after its answer, and the dead one is back: the caller is not sent to it.
      const back = await startGateway(run, dead.host, 53_400, dead.port);
      await waitUntil(() => proxy.activeGateways() === 2, "both gateways answer OPTIONS");
      const abandoned = scenario(
        ...[sendAsCaller("INVITE", 1, { body: SDP }), allow(100), allow(180), expect(200, 'rrs="true"')],
        ...[sendAsCaller("ACK", 1, ROUTED), pause(8_000)],
      );
      const later = await startSipp(run, abandoned, {
        ...{ target: proxy.publicPort, host: carrier, transport: "udp" },
      });
      await waitUntil(() => next.count("answered") + back.count("answered") === 2, "the call is answered");
      const [answering, idle] = next.count("answered") === 2 ? [next, back] : [back, next];
      const before = idle.count("invite");
      await answering.kill();
      await later.done;
      assert.equal(idle.count("invite"), before);
    },
  },
];
