import { SipConnectError } from "./connect";
import type { SipContext } from "./context";
import { createTag } from "./core";
import { createUri } from "./create-uri";
import { readHeaders } from "./message";
import { CONTACT } from "./reinvite";
import { accountOf, sendWithCredentials } from "./send-request";
import type { OptionsResult, SipTrunk } from "./types";

/** Sends OPTIONS over a fresh connection, with the trunk's credentials. Never rejects. */
export async function checkOptions(context: SipContext, trunk: SipTrunk): Promise<OptionsResult> {
  try {
    const connection = await context.connections.openForTrunk(trunk);
    const callId = `${createTag()}@parley`;
    context.transport.setRoute(callId, { connection, trunk: null, trunkId: trunk.id });
    const startedAt = performance.now();
    const target = createUri("", trunk.host, trunk.port, trunk.transport);
    const from = createUri(trunk.username ?? "parley", trunk.domain ?? trunk.host, null);
    const fromTag = createTag();
    let cseq = 0;
    let isAuthenticated = false;
    try {
      const { status, message } = await sendWithCredentials(context, accountOf(trunk), (credentials) => {
        cseq++;
        isAuthenticated = credentials.length > 0;
        const headers = [CONTACT, "Accept: application/sdp", ...credentials];
        const options = { callId, cseq, fromTag };
        return context.core.makeOutgoingRequestMessage("OPTIONS", target, from, target, options, headers);
      });
      if (!message) return { ok: false, at: "timeout", status: null, detail: "No response." };
      if (status >= 300)
        return { ok: false, at: "response", status, detail: message.startLine.slice(0, 100) };
      const allow = readHeaders(message, "allow").flatMap((value) => value.split(","));
      const roundTripMs = performance.now() - startedAt;
      return { ok: true, status, allow: allow.map((method) => method.trim()), roundTripMs, isAuthenticated };
    } finally {
      context.transport.releaseRoute(callId);
      connection.close();
    }
  } catch (error) {
    if (!(error instanceof SipConnectError)) throw error;
    return { ok: false, at: error.at, status: null, detail: error.message };
  }
}
