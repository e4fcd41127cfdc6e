import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNegotiation } from "./negotiation";
import { SdpError } from "./sdp-error";
import type { MediaSessionOptions, SrtpPolicy } from "./types";

const CODECS = ["opus", "pcmu", "pcma"] as const;
const side = (srtp: SrtpPolicy, more: Partial<MediaSessionOptions> = {}) =>
  createNegotiation(
    { srtp, isSignalingSecure: true, codecs: CODECS, ...more },
    { address: "192.0.2.1", port: 20_000 },
  );

/** The problem of an exchange, or whether it is encrypted. */
function exchange(offering: SrtpPolicy, answering: SrtpPolicy): string {
  const [caller, callee] = [side(offering), side(answering)];
  try {
    const { answer, media } = callee.acceptOffer(caller.createOffer(false));
    const accepted = caller.acceptAnswer(answer);
    expect(accepted.keys === null).toBe(media.keys === null);
    if (accepted.keys !== null && media.keys !== null) {
      expect(accepted.keys.local.master).toEqual(media.keys.remote.master);
      expect(accepted.keys.remote.master).toEqual(media.keys.local.master);
    }
    return accepted.keys === null ? "clear" : "encrypted";
  } catch (error) {
    if (error instanceof SdpError) return error.problem;
    throw error;
  }
}

describe("encryption", () => {
  it.each([
    ["required", "required", "encrypted"],
    ["required", "optional", "encrypted"],
    ["optional", "required", "encrypted"],
    ["optional", "optional", "encrypted"],
    ["optional", "off", "clear"],
    ["off", "optional", "clear"],
    ["off", "off", "clear"],
    ["off", "required", "srtp_required"],
    ["required", "off", "srtp_not_allowed"],
  ] as const)("offered as %s and answered as %s is %s", (offering, answering, result) => {
    expect(exchange(offering, answering)).toBe(result);
  });

  it("has no keys without TLS", () => {
    expect(() => side("required", { isSignalingSecure: false }).createOffer(false)).toThrow(SdpError);
    expect(side("optional", { isSignalingSecure: false }).createOffer(false)).not.toContain("a=crypto");
  });

  it("survives a later offer without keys, which is refused", () => {
    const callee = side("optional");
    callee.acceptOffer(side("optional").createOffer(false));
    expect(() => callee.acceptOffer(side("off").createOffer(false))).toThrow(
      expect.objectContaining({ problem: "srtp_required" }),
    );
  });
});

describe("an answer", () => {
  const offer = (lines: string[]) =>
    ["v=0", "o=- 1 1 IN IP4 192.0.2.9", "s=-", "c=IN IP4 192.0.2.9", "t=0 0", ...lines, ""].join("\r\n");

  it("has a common codec, keys by RFC 4733, and rejects other media", () => {
    const sdp = offer([
      "m=video 5000 RTP/AVP 96",
      "m=audio 4000 RTP/AVP 9 8 101",
      "a=rtpmap:101 telephone-event/8000",
    ]);
    const { answer, media } = side("off").acceptOffer(sdp);
    expect(media.sendFormats.map(({ kind }) => kind)).toEqual(["pcma", "event"]);
    expect(answer).toMatch(/m=video 0 /);
    expect(answer).toMatch(/m=audio 20000 RTP\/AVP 8 101/);
  });

  it("receives only while the other side holds", () => {
    const sdp = offer(["m=audio 4000 RTP/AVP 0", "a=sendonly"]);
    expect(side("off").acceptOffer(sdp).answer).toContain("a=recvonly");
  });

  it.each([
    ["no_common_codec", ["m=audio 4000 RTP/AVP 9"]],
    ["no_audio", ["m=video 4000 RTP/AVP 0"]],
  ])("is refused with %s", (problem, lines) => {
    expect(() => side("off").acceptOffer(offer(lines))).toThrow(expect.objectContaining({ problem }));
  });

  it("to any text is an answer or an SdpError", () => {
    const words = fc.constantFrom(
      "v=0",
      "m=audio 4000 RTP/AVP 0",
      "c=IN IP4 1.2.3.4",
      "a=crypto:1 x",
      "a=",
      "=",
      "m=audio",
      "t=0 0",
      "s=-",
      "o=- 1 1 IN IP4 h",
    );
    const text = fc.array(fc.oneof(words, fc.string({ maxLength: 40 })), { maxLength: 12 });
    fc.assert(
      fc.property(text, (lines) => {
        try {
          side("optional").acceptOffer(lines.join("\r\n"));
        } catch (error) {
          expect(error).toBeInstanceOf(SdpError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
