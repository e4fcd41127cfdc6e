import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { EgressError } from "@/lib/platform/egress";
import type { SpeechAccount } from "../accounts";
import type { RetentionCheck } from "../adapter";
import { baseAddress } from "../base-address";
import { connectionFinding, statusFinding } from "../check/connection";
import type { Finding } from "../check/finding";
import { createFinding } from "../check/finding-table";
import { MAX_BYTES } from "../check/limits";
import { type Probe, someOf, withoutRepeats } from "../check/probe";
import { listenUrl } from "./transcriber";

/** A socket that is asked to close does so at once; one that does not is ended. */
const CLOSE_MS = 500;
/** As calls begin: an utterance's language is the agent's, and every model knows this one. */
const LANGUAGE = "en";

const Name = z.string().nullish();
const Models = z.object({
  stt: z.array(
    z.object({ name: Name, canonical_name: Name, architecture: Name, streaming: z.boolean().nullish() }),
  ),
});

const baseOf = ({ baseUrl }: SpeechAccount): string => baseAddress(baseUrl);

const get = ({ egress, limits, signal }: Probe, account: SpeechAccount, path: string): Promise<Response> =>
  egress.fetch(`${baseOf(account)}${path}`, {
    headers: { authorization: `Token ${account.key ?? ""}` },
    signal,
    timeoutMs: limits.requestMs,
    maxBytes: MAX_BYTES,
  });

/** Whether Deepgram knows the key. Source: developers.deepgram.com/docs/authenticating, read on 2026-11-22. */
async function keyFinding(probe: Probe, account: SpeechAccount): Promise<Finding> {
  try {
    const { status } = await get(probe, account, "/v1/auth/token");
    // A server of one's own may not have this address, and a restricted key may not read it: the handshake tells then.
    if ((status >= 200 && status < 300) || status === 403 || status === 404)
      return createFinding("key_accepted", null, { provider: "Deepgram" });
    return statusFinding(status) ?? createFinding("key_unconfirmed", null, { provider: "Deepgram" });
  } catch (error) {
    return connectionFinding(error, { url: account.baseUrl, signal: probe.signal });
  }
}

/** Whether Deepgram lists a model for streams; null where it does not say. Source: developers.deepgram.com/reference/manage/models/list. */
async function isListed(probe: Probe, account: SpeechAccount, model: string): Promise<boolean | null> {
  const response = await get(probe, account, "/v1/models").catch(() => null);
  const list = Models.safeParse(await response?.json().catch(() => null));
  if (!list.success) return null;
  return list.data.stt.some(
    ({ name, canonical_name, architecture, streaming }) =>
      streaming !== false && [name, canonical_name, architecture].includes(model),
  );
}

type ModelCheck = { finding: Finding; retention: RetentionCheck | null };

async function refusalOf(
  probe: Probe,
  account: SpeechAccount,
  model: string,
  status: number,
): Promise<ModelCheck> {
  const general = statusFinding(status, model);
  if (general !== null) return { finding: general, retention: null };
  return (await isListed(probe, account, model)) === true
    ? {
        finding: createFinding("opt_out_refused", model),
        retention: "refused",
      }
    : {
        finding: createFinding("live_model_unknown", model),
        retention: null,
      };
}

/** Opens the socket of an utterance as a call does, opt-out and all, and closes it before any sound. */
async function modelSeen(probe: Probe, account: SpeechAccount, model: string): Promise<ModelCheck> {
  const { egress, limits, signal } = probe;
  try {
    const socket = await egress.socket(listenUrl({ baseUrl: account.baseUrl, model }, LANGUAGE), {
      headers: { authorization: `Token ${account.key ?? ""}` },
      signal,
      timeoutMs: limits.requestMs,
      maxBytes: MAX_BYTES,
    });
    socket.send('{"type":"CloseStream"}');
    socket.resume();
    socket.close();
    await Promise.race([once(socket, "close"), sleep(CLOSE_MS, undefined, { ref: false })]);
    socket.terminate();
    return { finding: createFinding("live_model_works", model), retention: "accepted" };
  } catch (error) {
    if (error instanceof EgressError && error.status !== undefined)
      return refusalOf(probe, account, model, error.status);
    const finding = connectionFinding(error, { url: account.baseUrl, signal });
    return { finding, retention: null };
  }
}
/** Whether Deepgram accepts the key, and opens a stream with each model and the opt-out. */
export async function deepgramFindings(
  probe: Probe,
  account: SpeechAccount,
): Promise<{ findings: Finding[]; retention: RetentionCheck | null }> {
  const key = await keyFinding(probe, account);
  if (!key.ok) return { findings: [key], retention: null };
  const [models, more] = someOf(account.models, "models");
  const checks = await Promise.all(models.map((model) => modelSeen(probe, account, model)));
  const verdicts = checks.map(({ retention }) => retention);
  const retention = verdicts.includes("refused")
    ? "refused"
    : verdicts.includes("accepted")
      ? "accepted"
      : null;
  const findings = withoutRepeats([key, ...checks.map(({ finding }) => finding), ...more]);
  return { findings, retention };
}
