import assert from "node:assert/strict";
import type { IncomingInvite, SipEndpointOptions } from "../../../lib/platform/sip";
import { acceptCalls, OFFER, startEndpoint } from "../endpoint";
import { startSipp } from "../programs";
import type { ScenarioRun, SipScenario } from "../scenario";
import {
  allow,
  expect,
  pause,
  receive,
  respondInDialog,
  SDP,
  scenario,
  sendAsCaller,
  sendForInvite,
} from "../sipp-messages";

const programs = ["sipp"] as const;
const INVITE = sendAsCaller("INVITE", 1, { body: SDP });
const ACK = sendAsCaller("ACK", 1, { isInDialog: true });
const BYE = sendAsCaller("BYE", 2, { isInDialog: true });
const ANSWERED = [allow(100), allow(180), expect(200, 'rrs="true"'), ACK];
const IN_DIALOG = { isInDialog: true };

/** SIPp calls an endpoint. */
async function receiveCall(run: ScenarioRun, steps: string[], options: Partial<SipEndpointOptions>) {
  const endpoint = await startEndpoint(run, options);
  return { endpoint, sipp: await startSipp(run, scenario(...steps), { target: endpoint.tcpPort }) };
}

function refusal(status: number, header: string, reject: (invite: IncomingInvite) => void): SipScenario {
  return {
    name: `inbound: refused with ${status}`,
    programs,
    async run(run) {
      const verify =
        header === "" ? "" : `<ereg regexp="${header}" search_in="msg" check_it="true" assign_to="h"/>`;
      const reference = header === "" ? "" : '<Reference variables="h"/>';
      const steps = [
        INVITE,
        allow(100),
        expect(status, "", verify),
        reference,
        sendForInvite("ACK", "[branch-3]"),
      ];
      const { sipp } = await receiveCall(run, steps, { onInvite: reject });
      await sipp.done;
    },
  };
}

export const INBOUND: readonly SipScenario[] = [
  {
    name: "inbound: answered, BYE by the caller",
    programs,
    async run(run) {
      const invites: IncomingInvite[] = [];
      const calls = acceptCalls(undefined, (invite) => {
        invites.push(invite);
        invite.ring();
      });
      const { sipp } = await receiveCall(run, [INVITE, ...ANSWERED, pause(200), BYE, expect(200)], calls);
      const accepted = await calls.accepted;
      assert.equal(await accepted?.dialog.ended, "remote");
      assert.equal(invites[0]?.calledUser, "+12125550100");
      assert.equal(invites[0]?.from.user, "sipp");
      assert.match(invites[0]?.sdp ?? "", /m=audio 40000/);
      await sipp.done;
    },
  },
  {
    name: "inbound: answered, BYE by the callee",
    programs,
    async run(run) {
      const calls = acceptCalls();
      const { sipp } = await receiveCall(
        run,
        [INVITE, ...ANSWERED, receive("BYE"), respondInDialog("200 OK")],
        calls,
      );
      const accepted = await calls.accepted;
      await accepted?.dialog.bye();
      assert.equal(await accepted?.dialog.ended, "local");
      await sipp.done;
    },
  },
  {
    name: "inbound: offer in the 200, answer in the ACK",
    programs,
    async run(run) {
      const calls = acceptCalls();
      const ack = sendAsCaller("ACK", 1, { isInDialog: true, body: SDP });
      const steps = [sendAsCaller("INVITE", 1), allow(100), expect(200, 'rrs="true"'), ack, pause(200)];
      const { sipp } = await receiveCall(run, [...steps, BYE, expect(200)], calls);
      assert.match((await calls.accepted)?.sdp ?? "", /m=audio 40000/);
      await sipp.done;
    },
  },
  refusal(486, "", (invite) => invite.reject(486)),
  refusal(488, "", (invite) => invite.reject(488)),
  refusal(503, "Retry-After: 9", (invite) => invite.reject(503, { retryAfterS: 9 })),
  refusal(302, "Contact: &lt;sip:b@c&gt;", (invite) => invite.reject(302, { contact: "sip:b@c" })),
  {
    name: "inbound: canceled while it rings",
    programs,
    async run(run) {
      let isCanceled = false;
      const onInvite = (invite: IncomingInvite) => {
        invite.canceled.addEventListener("abort", () => {
          isCanceled = true;
        });
        invite.ring();
      };
      const steps = [INVITE, allow(100), expect(180), sendForInvite("CANCEL", "[branch-3]")];
      const { sipp } = await receiveCall(
        run,
        [...steps, expect(200), expect(487), sendForInvite("ACK", "[branch-6]")],
        { onInvite },
      );
      await sipp.done;
      assert.ok(isCanceled);
    },
  },
  {
    name: "inbound: 180 that must be acknowledged by PRACK",
    programs,
    async run(run) {
      const calls = { onInvite: (invite: IncomingInvite) => invite.ring(OFFER) };
      const rack = '<ereg regexp="[0-9]+" search_in="hdr" header="RSeq:" check_it="true" assign_to="rseq"/>';
      const invite = sendAsCaller("INVITE", 1, { body: SDP, headers: ["Require: 100rel"] });
      const prack = sendAsCaller("PRACK", 2, { isInDialog: true, headers: ["RAck: [$rseq] 1 INVITE"] });
      const { sipp } = await receiveCall(
        run,
        [invite, allow(100), expect(183, 'rrs="true"', rack), prack, expect(200)],
        calls,
      );
      await sipp.done;
    },
  },
  {
    name: "inbound: lost ACK, the 200 is repeated and the call ended",
    programs,
    limitMs: 90_000,
    async run(run) {
      const calls = acceptCalls();
      const retransmission = '<label id="1"/><recv response="200" optional="true" next="1"></recv>';
      const { sipp } = await receiveCall(
        run,
        [
          INVITE,
          allow(100),
          expect(200),
          retransmission,
          receive("BYE", "", 45_000),
          respondInDialog("200 OK"),
        ],
        calls,
      );
      assert.equal(await calls.accepted, null);
      await sipp.done;
    },
  },
  {
    name: "inbound: re-INVITE, UPDATE and INFO by the caller",
    programs,
    async run(run) {
      const events: string[] = [];
      const calls = acceptCalls({
        onOffer: (sdp) => {
          events.push(sdp === null ? "none" : "offer");
          return OFFER;
        },
        onAnswer: () => events.push("answer"),
        onKey: (key) => events.push(key),
      });
      const info = { ...IN_DIALOG, body: "Signal=#\nDuration=160", type: "application/dtmf-relay" };
      const steps = [
        ...[INVITE, ...ANSWERED, sendAsCaller("INVITE", 2, { ...IN_DIALOG, body: SDP }), allow(100)],
        ...[expect(200), sendAsCaller("ACK", 2, IN_DIALOG), sendAsCaller("INVITE", 3, IN_DIALOG), allow(100)],
        ...[expect(200), sendAsCaller("ACK", 3, { ...IN_DIALOG, body: SDP })],
        ...[sendAsCaller("UPDATE", 4, { ...IN_DIALOG, body: SDP }), expect(200)],
        ...[sendAsCaller("INFO", 5, info), expect(200)],
        ...[sendAsCaller("BYE", 6, IN_DIALOG), expect(200)],
      ];
      const { sipp } = await receiveCall(run, steps, calls);
      assert.equal(await (await calls.accepted)?.dialog.ended, "remote");
      assert.deepEqual(events, ["offer", "none", "answer", "offer", "#"]);
      await sipp.done;
    },
  },
  {
    name: "inbound: session interval that is too small (422), then one that the caller does not refresh",
    programs,
    async run(run) {
      const calls = acceptCalls();
      const invite = (seconds: number, cseq: number) =>
        sendAsCaller("INVITE", cseq, {
          body: SDP,
          headers: ["Supported: timer", `Session-Expires: ${seconds};refresher=uac`],
        });
      const steps = [
        ...[
          invite(1, 1),
          allow(100),
          expect(422),
          sendForInvite("ACK", "[branch-3]"),
          invite(3, 2),
          allow(100),
        ],
        ...[expect(200, 'rrs="true"'), sendAsCaller("ACK", 2, IN_DIALOG)],
        ...[receive("BYE"), respondInDialog("200 OK")],
      ];
      const { sipp } = await receiveCall(run, steps, { ...calls, limits: { minSessionS: 2 } });
      assert.equal(await (await calls.accepted)?.dialog.ended, "lost");
      await sipp.done;
    },
  },
  {
    name: "inbound: digest (MD5) of a PBX, and OPTIONS",
    programs,
    async run(run) {
      const calls = acceptCalls();
      // SIPp reads the first challenge alone, and has no SHA-256.
      const challenge = { username: "pbx", password: "secret", algorithms: ["MD5"] as const };
      const identify = async () => ({ trunkId: "pbx", challenge });
      const headers = ["[authentication username=pbx password=secret]"];
      const steps = [
        ...[sendAsCaller("OPTIONS", 1), expect(401, 'auth="true"'), sendAsCaller("OPTIONS", 2, { headers })],
        ...[expect(200), sendAsCaller("INVITE", 3, { body: SDP }), expect(401, 'auth="true"')],
        ...[
          sendForInvite("ACK", "[branch-2]"),
          sendAsCaller("INVITE", 4, { body: SDP, headers }),
          allow(100),
        ],
        ...[expect(200, 'rrs="true"'), sendAsCaller("ACK", 4, IN_DIALOG), pause(100)],
        ...[sendAsCaller("BYE", 5, IN_DIALOG), expect(200)],
      ];
      const { sipp } = await receiveCall(run, steps, { ...calls, identify });
      assert.ok(await calls.accepted);
      await sipp.done;
    },
  },
];
