import { z } from "zod";
import type { SpeechAccount } from "../accounts";
import type { RetentionCheck } from "../adapter";
import { baseAddress } from "../base-address";
import { connectionFinding, statusFinding } from "../check/connection";
import type { Finding } from "../check/finding";
import { createFinding } from "../check/finding-table";
import { MAX_BYTES } from "../check/limits";
import { type Probe, someOf, withoutRepeats } from "../check/probe";
import { voiceFinding } from "../check/speak";
import { explainElevenLabsReason } from "./reasons";
import { elevenLabsSynthesizerOf } from "./synthesizer";

const Subscription = z.object({
  tier: z.string(),
  character_count: z.number(),
  character_limit: z.number(),
  can_extend_character_limit: z.boolean().nullish(),
});
type Subscription = z.output<typeof Subscription>;
const Refusal = z.object({ detail: z.object({ status: z.string() }) });

/**
 * The account's data that the key can read: its plan and remaining quota; `hidden` if the key can speak and
 * not read.
 */
type Account = { subscription: Subscription | "hidden" | null; findings: Finding[] };

/** Source: elevenlabs.io/docs/api-reference/user/subscription/get, read on 2026-11-22. */
async function readAccount(probe: Probe, account: SpeechAccount): Promise<Account> {
  const { egress, limits, signal } = probe;
  const failed = (finding: Finding): Account => ({ subscription: null, findings: [finding] });
  try {
    const response = await egress.fetch(`${baseAddress(account.baseUrl)}/v1/user/subscription`, {
      headers: { "xi-api-key": account.key ?? "" },
      signal,
      timeoutMs: limits.requestMs,
      maxBytes: MAX_BYTES,
    });
    const body: unknown = await response.json().catch(() => null);
    const { status } = response;
    const isHidden = Refusal.safeParse(body).data?.detail.status === "missing_permissions";
    // A key that was made for speaking alone is a good one.
    if (isHidden || status === 403 || status === 404) return { subscription: "hidden", findings: [] };
    const subscription = response.ok ? Subscription.safeParse(body).data : undefined;
    if (subscription !== undefined)
      return {
        subscription,
        findings: [createFinding("key_accepted", null, { provider: "ElevenLabs" }), quotaOf(subscription)],
      };
    return failed(
      statusFinding(status) ?? createFinding("key_unconfirmed", null, { provider: "ElevenLabs" }),
    );
  } catch (error) {
    return failed(connectionFinding(error, { url: account.baseUrl, signal }));
  }
}

function quotaOf(subscription: Subscription): Finding {
  const { character_count: used, character_limit: limit, can_extend_character_limit: more } = subscription;
  return used >= limit && more !== true
    ? createFinding("characters_missing", null)
    : createFinding("characters_left", null);
}

/** Enterprise plans alone keep nothing; others may ignore the instruction in silence, so that the plan decides. */
function retentionOf(
  subscription: Subscription | "hidden",
  voices: readonly Finding[],
): { retention: RetentionCheck | null; findings: Finding[] } {
  const isRefused = voices.some(({ code }) => code === "zero_retention_refused");
  if (isRefused) return { retention: "refused", findings: [] };
  if (subscription === "hidden")
    return {
      retention: "unknown",
      findings: [createFinding("zero_retention_unconfirmed", null)],
    };
  if (!/^enterprise/i.test(subscription.tier))
    return {
      retention: "refused",
      findings: [createFinding("zero_retention_refused", null)],
    };
  const isSpoken = voices.some(({ ok }) => ok);
  return isSpoken
    ? {
        retention: "accepted",
        findings: [createFinding("zero_retention_accepted", null)],
      }
    : { retention: null, findings: [] };
}

/** Whether ElevenLabs accepts the key, has characters left, speaks by each voice, and keeps nothing where that is wanted. */
export async function elevenLabsFindings(
  probe: Probe,
  account: SpeechAccount,
): Promise<{ findings: Finding[]; retention: RetentionCheck | null }> {
  const { subscription, findings } = await readAccount(probe, account);
  if (subscription === null) return { findings, retention: null };
  const [voices, more] = someOf(account.voices, "voices");
  const voiceFindings = await Promise.all(
    voices.map((voice) =>
      voiceFinding(probe, elevenLabsSynthesizerOf(probe.egress, account), {
        voice,
        url: account.baseUrl,
        explainReason: explainElevenLabsReason,
      }),
    ),
  );
  const retention = account.zeroRetention
    ? retentionOf(subscription, voiceFindings)
    : { retention: null, findings: [] };
  return {
    findings: withoutRepeats([...findings, ...voiceFindings, ...retention.findings, ...more]),
    retention: retention.retention,
  };
}
