import { log } from "../log";
import { withTimeout } from "../with-timeout";
import { parseSipAddress, parseSipUri } from "./address";
import type { SipConnection } from "./connection";
import type { SipContext } from "./context";
import { DigestServer } from "./digest-server";
import { readHeader, readMethod, readRequestUri, type SipMessage } from "./message";
import { replyDirectly } from "./reply";

/** The product answers from its database. */
const IDENTIFY_MS = 5_000;

type Identity = Awaited<ReturnType<SipContext["options"]["identify"]>>;

/** Asks the product whose request it is. A failure or a timeout counts as a stranger. */
export async function identifyTrunk(
  { options }: SipContext,
  connection: SipConnection,
  message: SipMessage,
  dialogTrunkId: string | null = null,
): Promise<Identity> {
  const identified = options.identify(connection.source, {
    method: readMethod(message) ?? "",
    calledUser: parseSipUri(readRequestUri(message))?.user ?? "",
    from: parseSipAddress(readHeader(message, "from") ?? "") ?? { displayName: null, user: "", host: "" },
    username: DigestServer.readUsername(readHeader(message, "authorization")),
    dialogTrunkId,
  });
  return withTimeout(identified, IDENTIFY_MS, () => null).catch(() => null);
}

/** Counts a wrong password. True if the connection had as many as it may have, and was closed. */
function countFailure(context: SipContext, connection: SipConnection, trunkId: string): boolean {
  const { isIdentified, source } = connection;
  if (!isIdentified && context.failedProofs.add(source.address, Date.now()))
    log.warn({ trunkId }, "an address sent wrong passwords for a SIP trunk; it is refused for five minutes");
  return connection.countFailedProof();
}

/**
 * The trunk of a request outside a dialog, or null if it was refused: a stranger's connection is closed without a
 * response, and a trunk with an account is challenged.
 */
export async function authorizeRequest(
  context: SipContext,
  connection: SipConnection,
  message: SipMessage,
): Promise<string | null> {
  const identity = await identifyTrunk(context, connection, message);
  if (!identity) {
    if (connection.source.trunkId === null) connection.close();
    else if (readMethod(message) !== "ACK") replyDirectly(context, connection, message, 403);
    return null;
  }
  const { trunkId, challenge } = identity;
  if (challenge) {
    const now = Date.now();
    // A connection of a trunk can carry several accounts, such as a proxy's.
    if (!connection.isIdentified && context.failedProofs.isRefused(connection.source.address, now)) {
      connection.close();
      return null;
    }
    const authorization = readHeader(message, "authorization");
    const method = readMethod(message) ?? "";
    const request = { method, uri: readRequestUri(message) };
    const verdict = context.digest.verify(authorization, request, challenge, now);
    if (verdict !== "valid") {
      if (verdict === "invalid" && authorization !== null && countFailure(context, connection, trunkId))
        return null;
      const challenges = context.digest.createChallenges(now, verdict === "stale", challenge.algorithms);
      replyDirectly(context, connection, message, 401, challenges);
      return null;
    }
  }
  connection.identify(trunkId);
  return trunkId;
}
