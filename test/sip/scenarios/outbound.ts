import assert from "node:assert/strict";
import { createInvite, createTrunk, requireDialog, startEndpoint } from "../endpoint";
import { startSipp } from "../programs";
import type { SipScenario } from "../scenario";
import {
  expect,
  KEEP_DIALOG,
  receive,
  respond,
  respondInDialog,
  SDP,
  scenario,
  sendAsCallee,
} from "../sipp-messages";

const programs = ["sipp"] as const;
const TRYING = respond("100 Trying");
const RINGING = respond("180 Ringing");
const ANSWER = respond("200 OK", { body: SDP });

/** A final response that is reported as a failure. */
function refusal(status: string, headers: string[], expected: object): SipScenario {
  return {
    name: `outbound: ${status}${headers.length > 0 ? ` with ${headers[0]?.split(":")[0]}` : ""}`,
    programs,
    async run(run) {
      const xml = scenario(receive("INVITE"), TRYING, respond(status, { headers }), receive("ACK"));
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const result = await endpoint.invite(createTrunk(sipp.port), createInvite());
      assert.deepEqual(result, { wasSent: true, retryAfterS: null, ...expected });
      await sipp.done;
    },
  };
}

/** A challenge that is answered with the trunk's account. */
function challenge(status: string, header: string, authorization: string): SipScenario {
  return {
    name: `outbound: ${status}`,
    programs,
    async run(run) {
      const verify = `<ereg regexp="response=" search_in="hdr" header="${authorization}:" check_it="true" assign_to="digest"/>`;
      const value = `${header}: Digest realm="carrier", nonce="abc", algorithm=MD5, qop="auth"`;
      const xml = scenario(
        ...[receive("INVITE"), respond(status, { headers: [value] }), receive("ACK")],
        ...[receive("INVITE", verify), '<Reference variables="digest"/>', ANSWER],
        ...[receive("ACK"), receive("BYE"), respondInDialog("200 OK")],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const trunk = createTrunk(sipp.port, { username: "parley", password: "secret" });
      await requireDialog(await endpoint.invite(trunk, createInvite())).bye();
      await sipp.done;
    },
  };
}

export const OUTBOUND: readonly SipScenario[] = [
  {
    name: "outbound: answered, BYE by the caller",
    programs,
    async run(run) {
      const xml = scenario(
        ...[receive("INVITE"), TRYING, RINGING, ANSWER, receive("ACK")],
        ...[receive("BYE"), respondInDialog("200 OK")],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      let rang = 0;
      const dialog = requireDialog(
        await endpoint.invite(createTrunk(sipp.port), createInvite({ onRinging: () => rang++ })),
      );
      await dialog.bye();
      assert.equal(await dialog.ended, "local");
      assert.equal(rang, 1);
      await sipp.done;
    },
  },
  {
    name: "outbound: answered, BYE by the callee",
    programs,
    async run(run) {
      const xml = scenario(
        ...[receive("INVITE", KEEP_DIALOG), ANSWER, receive("ACK"), sendAsCallee("BYE", 1), expect(200)],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const dialog = requireDialog(await endpoint.invite(createTrunk(sipp.port), createInvite()));
      assert.equal(await dialog.ended, "remote");
      await sipp.done;
    },
  },
  {
    name: "outbound: early media, acknowledged by PRACK",
    programs,
    async run(run) {
      const headers = ["Require: 100rel", "RSeq: 77"];
      const xml = scenario(
        ...[receive("INVITE"), respond("183 Session Progress", { headers, body: SDP })],
        receive(
          "PRACK",
          '<ereg regexp="77 1 INVITE" search_in="hdr" header="RAck:" check_it="true" assign_to="rack"/>',
        ),
        '<Reference variables="rack"/>',
        respondInDialog("200 OK"),
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const early: string[] = [];
      const abort = new AbortController();
      const placed = endpoint.invite(
        createTrunk(sipp.port),
        createInvite({ onEarlyMedia: (sdp) => early.push(sdp), signal: abort.signal }),
      );
      await sipp.done;
      assert.match(early[0] ?? "", /m=audio 40000/);
      abort.abort();
      assert.ok("status" in (await placed));
    },
  },
  refusal("302 Moved Temporarily", ["Contact: <sip:x@example.org>"], {
    status: 302,
    reason: "Moved Temporarily",
  }),
  refusal("486 Busy Here", [], { status: 486, reason: "Busy Here" }),
  refusal("488 Not Acceptable Here", [], { status: 488, reason: "Not Acceptable Here" }),
  refusal("503 Service Unavailable", ["Retry-After: 17"], {
    ...{ status: 503, reason: "Service Unavailable", retryAfterS: 17 },
  }),
  refusal("483 Too Many Hops", [], { status: 483, reason: "Too Many Hops" }),
  challenge("401 Unauthorized", "WWW-Authenticate", "Authorization"),
  challenge("407 Proxy Authentication Required", "Proxy-Authenticate", "Proxy-Authorization"),
  {
    name: "outbound: 422 with a larger Min-SE",
    programs,
    async run(run) {
      const verify =
        '<ereg regexp="7200" search_in="hdr" header="Session-Expires:" check_it="true" assign_to="se"/>';
      const xml = scenario(
        ...[receive("INVITE"), respond("422 Session Interval Too Small", { headers: ["Min-SE: 7200"] })],
        ...[receive("ACK"), receive("INVITE", verify), '<Reference variables="se"/>'],
        ...[respond("486 Busy Here"), receive("ACK")],
      );
      const sipp = await startSipp(run, xml);
      const endpoint = await startEndpoint(run);
      const result = await endpoint.invite(createTrunk(sipp.port), createInvite());
      assert.equal("status" in result && result.status, 486);
      await sipp.done;
    },
  },
];
