import fc from "fast-check";
import { SdpError } from "../../../lib/platform/rtp";
import { createNegotiation } from "../../../lib/platform/rtp/negotiation";
import type { SipConnection } from "../../../lib/platform/sip/connection";
import { DigestServer } from "../../../lib/platform/sip/digest-server";
import { MessageReader, SipFramingError } from "../../../lib/platform/sip/framing";
import { readHeader, type SipMessage } from "../../../lib/platform/sip/message";
import { extractSdp } from "../../../lib/platform/sip/sdp-body";
import { createTrace } from "../../../lib/platform/sip/trace";
import { isComplete, refuseRequest } from "../../../lib/platform/sip/validate";
import { defineGenerator, type Generator, phrase } from "../../adversary/generator";
import { readCorpus } from "./corpus";
import { generateMessage } from "./generate-message";
import { mutateMessage } from "./mutate-message";
import { Random } from "./random";

/** The part of a connection that a trace reads. */
const CONNECTION = { source: { transport: "tls", address: "192.0.2.7", port: 5061 } } as SipConnection;
/** Texts that are shown of a failing message. */
const MAX_SHOWN = 2_000;
/** Stands in a generated message for credentials, keys and the Identity header. Base64, as the key of `a=crypto` is. */
const SECRET = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0MDE=";

/** The messages of a byte stream, as far as it can be read. */
function readMessages(text: string): SipMessage[] {
  try {
    return new MessageReader()
      .push(Buffer.from(text, "latin1"))
      .flatMap((item) => (item === "ping" ? [] : [item]));
  } catch (error) {
    if (error instanceof SipFramingError) return [];
    throw error;
  }
}

/** Answers the offer of a message. */
function negotiate(message: SipMessage): void {
  const options = { srtp: "optional", isSignalingSecure: true, codecs: ["opus", "pcmu"] } as const;
  try {
    createNegotiation(options, { address: "127.0.0.1", port: 2 }).acceptOffer(extractSdp(message) ?? "");
  } catch (error) {
    if (!(error instanceof SdpError)) throw error;
  }
}

/** Reads a text as the endpoint does. Answers the error that it must not throw, or the secret that its trace has. */
function findFault(text: string, secret: string | null): string | undefined {
  try {
    for (const message of readMessages(text)) {
      if (isComplete(message)) refuseRequest(message);
      DigestServer.readUsername(readHeader(message, "authorization"));
      negotiate(message);
      const lines = message.headers.map(([name, value]) => `${name}: ${value}`);
      const traced = `${[message.startLine, ...lines].join("\r\n")}\r\n\r\n${message.body}`;
      const trace = JSON.stringify(createTrace(traced, "in", CONNECTION));
      if (secret !== null && trace.includes(secret))
        return `secret in the trace: ${trace.slice(0, MAX_SHOWN)}`;
    }
    return undefined;
  } catch (error) {
    return `${error instanceof Error ? error.stack : String(error)}\n${text.slice(0, MAX_SHOWN)}`;
  }
}

const corpus = readCorpus();
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Mutated messages of RFC 4475 are read or refused. */
const mutatedMessages = defineGenerator<{ message: string; seed: number }>({
  name: "SIP: mutated messages of RFC 4475",
  cases: (half) => fc.record({ message: phrase(corpus, half), seed: seeds }),
  check: ({ message, seed }) => findFault(mutateMessage(message, new Random(seed), corpus), null),
});

/** Generated messages are read or refused, and no secret of theirs is traced. */
const generatedMessages = defineGenerator<{ method: string; seed: number }>({
  name: "SIP: generated messages with secrets",
  cases: (half) =>
    fc.record({ method: phrase(["INVITE", "OPTIONS", "BYE", "INFO", "REFER", "UPDATE"], half), seed: seeds }),
  check: ({ method, seed }) => {
    const text = generateMessage(new Random(seed), { secret: SECRET });
    return findFault(text.replace(/^[A-Z]{1,20}/, method), SECRET);
  },
});

export const sipMessages: readonly Generator[] = [mutatedMessages, generatedMessages];
