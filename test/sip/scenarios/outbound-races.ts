import assert from "node:assert/strict";
import { createInvite, createTrunk, HANDLERS, OFFER, requireDialog, startEndpoint } from "../endpoint";
import { startSipp } from "../programs";
import type { SipScenario } from "../scenario";
import {
  expect,
  KEEP_DIALOG,
  KEEP_INVITE,
  pause,
  receive,
  respond,
  respondInDialog,
  respondToInvite,
  SDP,
  scenario,
  sendAsCallee,
} from "../sipp-messages";

const programs = ["sipp"] as const;
const RINGING = respond("180 Ringing");
const ANSWER = respond("200 OK", { body: SDP });
const END = [receive("BYE"), respondInDialog("200 OK")];

export const OUTBOUND_RACES: readonly SipScenario[] = [
  {
    name: "outbound: canceled while it rings",
    programs,
    async run(run) {
      const xml = scenario(
        ...[receive("INVITE", KEEP_INVITE), RINGING, receive("CANCEL"), respond("200 OK")],
        ...[respondToInvite("487 Request Terminated", []), receive("ACK")],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const abort = new AbortController();
      const result = await endpoint.invite(
        createTrunk(sipp.port),
        createInvite({ signal: abort.signal, onRinging: () => abort.abort() }),
      );
      assert.equal("status" in result && result.status, 487);
      await sipp.done;
    },
  },
  {
    name: "outbound: not answered in time",
    programs,
    async run(run) {
      const xml = scenario(
        ...[receive("INVITE", KEEP_INVITE), RINGING, receive("CANCEL"), respond("200 OK")],
        ...[respondToInvite("487 Request Terminated", []), receive("ACK")],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const result = await endpoint.invite(createTrunk(sipp.port), createInvite({ ringMs: 200 }));
      assert.equal("status" in result && result.status, 408);
      await sipp.done;
    },
  },
  {
    name: "outbound: 200 crosses the CANCEL",
    programs,
    async run(run) {
      const xml = scenario(
        ...[receive("INVITE", KEEP_INVITE), RINGING, receive("CANCEL"), respond("200 OK")],
        ...[respondToInvite("200 OK", SDP.split("\n")), receive("ACK"), ...END],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const abort = new AbortController();
      const result = await endpoint.invite(
        createTrunk(sipp.port),
        createInvite({ signal: abort.signal, onRinging: () => abort.abort() }),
      );
      assert.equal("status" in result && result.status, 487);
      await sipp.done;
    },
  },
  {
    name: "outbound: second 200 of a forked INVITE is ended",
    programs,
    async run(run) {
      const xml = scenario(
        ...[receive("INVITE"), ANSWER, respond("200 OK", { body: SDP, tag: "fork" })],
        ...[receive("ACK"), receive("ACK"), receive("BYE"), respondInDialog("200 OK")],
        ...[receive("BYE"), respondInDialog("200 OK")],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const dialog = requireDialog(await endpoint.invite(createTrunk(sipp.port), createInvite()));
      await new Promise((resolve) => setTimeout(resolve, 500));
      await dialog.bye();
      await sipp.done;
    },
  },
  {
    name: "outbound: hold and resume by the callee (re-INVITE)",
    programs,
    async run(run) {
      const hold = SDP.replace("0 0\nm=", "0 0\na=sendonly\nm=");
      const xml = scenario(
        ...[receive("INVITE", KEEP_DIALOG), ANSWER, receive("ACK")],
        ...[sendAsCallee("INVITE", 1, { body: hold }), expect(200), sendAsCallee("ACK", 1)],
        ...[sendAsCallee("INVITE", 2, { body: SDP }), expect(200), sendAsCallee("ACK", 2)],
        ...[sendAsCallee("BYE", 3), expect(200)],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const offers: (string | null)[] = [];
      const onOffer = (sdp: string | null) => {
        offers.push(sdp);
        return OFFER;
      };
      const dialog = requireDialog(
        await endpoint.invite(createTrunk(sipp.port), createInvite({ handlers: { onOffer } })),
      );
      assert.equal(await dialog.ended, "remote");
      assert.equal(offers.length, 2);
      assert.match(offers[0] ?? "", /a=sendonly/);
      await sipp.done;
    },
  },
  {
    name: "outbound: offer that is refused with 488, UPDATE, INFO and REFER by the callee",
    programs,
    async run(run) {
      const xml = scenario(
        ...[receive("INVITE", KEEP_DIALOG), ANSWER, receive("ACK")],
        ...[sendAsCallee("INVITE", 1, { body: SDP }), expect(488), sendAsCallee("ACK", 1)],
        ...[
          sendAsCallee("UPDATE", 2, { headers: ["Session-Expires: 300;refresher=uac", "Supported: timer"] }),
        ],
        expect(
          200,
          "",
          '<ereg regexp="300;refresher=uac" search_in="hdr" header="Session-Expires:" check_it="true" assign_to="se"/>',
        ),
        '<Reference variables="se"/>',
        sendAsCallee("INFO", 3, { body: "Signal=7\nDuration=160", type: "application/dtmf-relay" }),
        expect(200),
        ...[sendAsCallee("REFER", 4, { headers: ["Refer-To: <sip:agent@example.org>"] }), expect(202)],
        ...[receive("NOTIFY"), respondInDialog("200 OK"), receive("NOTIFY"), respondInDialog("200 OK")],
        ...[sendAsCallee("BYE", 5), expect(200)],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const events: string[] = [];
      const handlers = {
        onOffer: () => null,
        onKey: (key: string) => events.push(key),
        onRefer: (target: string) => {
          events.push(target);
          return new Promise<{ status: number }>((resolve) =>
            setTimeout(() => resolve({ status: 200 }), 100),
          );
        },
      };
      const dialog = requireDialog(await endpoint.invite(createTrunk(sipp.port), createInvite({ handlers })));
      assert.equal(await dialog.ended, "remote");
      assert.deepEqual(events, ["7", "sip:agent@example.org"]);
      await sipp.done;
    },
  },
  {
    name: "outbound: re-INVITE that meets glare (491), then REFER with NOTIFY",
    programs,
    async run(run) {
      const notify = (body: string, state: string, cseq: number) =>
        sendAsCallee("NOTIFY", cseq, {
          headers: ["Event: refer", `Subscription-State: ${state}`],
          ...{ body, type: "message/sipfrag" },
        });
      const xml = scenario(
        ...[receive("INVITE", KEEP_DIALOG), ANSWER, receive("ACK")],
        ...[receive("INVITE"), respondInDialog("491 Request Pending"), receive("ACK")],
        ...[receive("INVITE"), respondInDialog("200 OK", { body: SDP }), receive("ACK")],
        ...[receive("REFER"), respondInDialog("202 Accepted"), pause(100)],
        ...[notify("SIP/2.0 100 Trying", "active;expires=60", 1), expect(200)],
        ...[notify("SIP/2.0 486 Busy Here", "terminated;reason=noresource", 2), expect(200), ...END],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const dialog = requireDialog(
        await endpoint.invite(createTrunk(sipp.port), createInvite({ handlers: HANDLERS })),
      );
      assert.ok("sdp" in (await dialog.reinvite(OFFER)));
      assert.deepEqual(await dialog.refer("sip:agent@example.org"), { status: 486 });
      await dialog.bye();
      await sipp.done;
    },
  },
  {
    name: "outbound: the session is refreshed by UPDATE, and lost if it is refused",
    programs,
    async run(run) {
      const headers = ["Session-Expires: 2;refresher=uac", "Require: timer", "Allow: INVITE, UPDATE"];
      const refreshed = { headers: ["Session-Expires: 2;refresher=uac"] };
      const xml = scenario(
        ...[receive("INVITE"), respond("200 OK", { body: SDP, headers }), receive("ACK")],
        ...[receive("UPDATE"), respondInDialog("200 OK", refreshed)],
        ...[receive("UPDATE"), respondInDialog("481 Call Does Not Exist"), ...END],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run, { limits: { minSessionS: 1, sessionExpiresS: 2 } });
      const dialog = requireDialog(await endpoint.invite(createTrunk(sipp.port), createInvite()));
      assert.equal(await dialog.ended, "lost");
      await sipp.done;
    },
  },
];
