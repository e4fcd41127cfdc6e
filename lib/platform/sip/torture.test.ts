import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { readStatus } from "./message";
import { closeAll, defer, openEndpoint } from "./testing/endpoints";
import { formatRequest, OFFER } from "./testing/messages";
import { RawPeer } from "./testing/raw-peer";

afterEach(closeAll);

async function openPeer() {
  const endpoint = await openEndpoint({
    onInvite: (invite) => invite.reject(480),
    limits: { messagesPerSecond: 1e6, partialMs: 100 },
  });
  const peer = await RawPeer.connect(endpoint.port);
  defer(() => peer.close());
  return { endpoint, peer };
}

/** The status of the response to a message, or null if the connection was closed or nothing came before the next response. */
async function send(text: string): Promise<number | null> {
  const { endpoint, peer } = await openPeer();
  peer.send(text);
  peer.send(formatRequest("OPTIONS", { callId: "probe", cseq: 999 }));
  await Promise.race([peer.response(200, "999 OPTIONS").catch(() => null), peer.closed()]);
  const first = peer.messages.find((message) => readStatus(message) >= 200);
  // The endpoint still serves new connections.
  const next = await RawPeer.connect(endpoint.port);
  defer(() => next.close());
  next.send(formatRequest("OPTIONS"));
  await next.response(200);
  return first ? readStatus(first) : null;
}

const lines = (...text: string[]) => `${text.join("\r\n")}\r\n\r\n`;
const HEAD = [
  "Via: SIP/2.0/TCP 192.0.2.2;branch=z9hG4bKt",
  "From: <sip:caller@example.net>;tag=1",
  "Call-ID: t@192.0.2.2",
  "Contact: <sip:caller@192.0.2.2>",
  "Max-Forwards: 70",
];

describe("messages of RFC 4475", () => {
  it("3.1.1.1 accepts a short tortuous INVITE", async () => {
    const text = lines(
      "INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0",
      "TO :",
      " sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n",
      'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>',
      "  ;",
      "  tag = 98asjd8",
      "MaX-fOrWaRdS: 0068",
      "Call-ID: wsinv.ndaksdj@192.0.2.1",
      "Content-Length   : 0",
      "cseq: 0009",
      "  INVITE",
      "Via  : SIP  /   2.0",
      " /UDP",
      "    192.0.2.2;branch=390skdjuw",
      "s :",
      "NewFangledHeader:   newfangled value",
      " continued newfangled value",
      "UnknownHeaderWithUnusualValue: ;;,,;;,;",
      "v:  SIP  / 2.0  / TCP     spindle.example.com   ;",
      "  branch  =   z9hG4bK9ikj8  ,",
      " SIP  /    2.0   / UDP  192.168.255.111   ; branch=",
      " z9hG4bK30239",
      'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =',
      "      newvalue ;",
      "  secondparam ; q = 0.33",
    );
    // It has a To tag, and belongs to no dialog.
    expect([400, 481]).toContain(await send(text));
  });
  it("3.1.1.4 accepts escaped nulls in a URI", async () => {
    const text = lines(
      "OPTIONS sip:null-%00-null@example.com SIP/2.0",
      ...HEAD,
      "To: <sip:null-%00-null@example.com>",
      "CSeq: 1 OPTIONS",
      "l: 0",
    );
    expect(await send(text)).toBe(200);
  });
  it("3.1.1.7 accepts long values in headers", async () => {
    const text = lines(
      `OPTIONS sip:user@example.com SIP/2.0`,
      ...HEAD,
      `To: "${"I have a name. ".repeat(100)}" <sip:user@example.com>`,
      "CSeq: 1 OPTIONS",
      `Unknown: ${"a".repeat(4_000)}`,
      "l: 0",
    );
    expect(await send(text)).toBe(200);
  });
  it.each([
    ["3.1.2.2 a length larger than the message", "Content-Length: 9999", null],
    ["3.1.2.3 a negative length", "Content-Length: -999", null],
    ["3.1.2.5 an overlarge CSeq", "CSeq: 36893488147419103232 OPTIONS", 400],
    ["3.1.2.17 another method in CSeq", "CSeq: 8 NOTIFY", 400],
    ["an overlarge Max-Forwards", "Max-Forwards: 300", 400],
    ["3.3.8 two From headers", "From: <sip:b@example.org>;tag=2", null],
    ["3.1.2.14 a required extension", "Require: nothingSupportsThis", 420],
  ])("%s", async (_name, line, status) => {
    const [name = ""] = line.split(":");
    const base = [...HEAD, "To: <sip:user@example.com>", "CSeq: 1 OPTIONS", "Content-Length: 0"];
    const isSecond = name === "From";
    const headers = isSecond ? base : base.filter((entry) => !entry.startsWith(`${name}:`));
    const text = lines("OPTIONS sip:user@example.com SIP/2.0", ...headers, line);
    expect(await send(text)).toBe(status);
  });
  it.each([
    ["3.1.2.16 another version", "OPTIONS sip:user@example.com SIP/7.0", 505],
    ["3.3.2 an unknown scheme", "OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0", 416],
    ["3.1.2.8 spaces in the start line", "OPTIONS sip:user@example.com; lr SIP/2.0", null],
    ["3.1.2.7 angle brackets around the URI", "OPTIONS <sip:user@example.com> SIP/2.0", 416],
    ["an unknown method", "NEWMETHOD sip:user@example.com SIP/2.0", 405],
  ])("%s", async (_name, startLine, status) => {
    const method = startLine.split(" ")[0];
    const text = lines(startLine, ...HEAD, "To: <sip:user@example.com>", `CSeq: 1 ${method}`, "l: 0");
    expect(await send(text)).toBe(status);
  });
});

describe("generated messages", () => {
  const INVITE = formatRequest("INVITE", { callId: "fuzz", body: OFFER });
  const texts = fc.oneof(
    // An INVITE with bytes that were replaced.
    fc
      .array(fc.tuple(fc.nat(INVITE.length - 1), fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 6 })
      .map((edits) =>
        edits.reduce((text, [at, part]) => text.slice(0, at) + part + text.slice(at + part.length), INVITE),
      ),
    // Headers with generated values.
    fc
      .tuple(
        fc.constantFrom(
          "INVITE",
          "ACK",
          "BYE",
          "CANCEL",
          "UPDATE",
          "PRACK",
          "REFER",
          "INFO",
          "NOTIFY",
          "OPTIONS",
        ),
        fc.array(
          fc.tuple(
            fc.constantFrom(
              "Contact",
              "Require",
              "Record-Route",
              "Session-Expires",
              "Refer-To",
              "RAck",
              "Event",
              "Via",
            ),
            fc.string({ maxLength: 40 }),
          ),
          { maxLength: 4 },
        ),
        fc.option(fc.string({ maxLength: 10 })),
      )
      .map(([method, headers, toTag]) =>
        formatRequest(method, {
          headers: headers.map(([name, value]) => `${name}: ${value}`),
          ...(toTag ? { toTag } : {}),
        }),
      ),
    fc.string({ maxLength: 300, unit: "binary" }),
  );

  it("do not stop the endpoint", async () => {
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown) => rejections.push(reason);
    process.on("unhandledRejection", onRejection);
    defer(() => process.off("unhandledRejection", onRejection));
    const { endpoint } = await openPeer();
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 5, maxLength: 20 }), async (messages) => {
        const peer = await RawPeer.connect(endpoint.port);
        for (const message of messages) peer.send(message);
        peer.socket.end();
        await peer.closed();
      }),
      { numRuns: 60 },
    );
    const last = await RawPeer.connect(endpoint.port);
    defer(() => last.close());
    last.send(formatRequest("OPTIONS"));
    expect(readStatus(await last.response(200))).toBe(200);
    expect(rejections).toEqual([]);
  });
});
