import { type PlaceholderOf, writeSentence } from "@/lib/platform/reasons/reason-table";
import { type Finding, type FindingSentences, MAX_PARAM } from "./finding";
import { CONNECTION_SENTENCES } from "./sentences/connection";
import { PROVIDER_SENTENCES } from "./sentences/providers";
import { SIP_SENTENCES } from "./sentences/sip";
import { TWILIO_SENTENCES } from "./sentences/twilio";

/** The findings of all checks. The dashboard has its texts by the same reasons. */
export const FINDINGS = {
  ...CONNECTION_SENTENCES,
  ...PROVIDER_SENTENCES,
  ...TWILIO_SENTENCES,
  ...SIP_SENTENCES,
} as const satisfies FindingSentences;

export type FindingReason = keyof typeof FINDINGS;
type Placeholder<R extends FindingReason> = PlaceholderOf<(typeof FINDINGS)[R]["message"]>;
/** A value for each placeholder of the sentence: statuses, counts, addresses and names. Never a secret. */
type FindingParams<R extends FindingReason> = [Placeholder<R>] extends [never]
  ? []
  : [params: { readonly [Name in Placeholder<R>]: string | number }];

const bounded = (params: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "string" ? value.slice(0, MAX_PARAM) : value,
    ]),
  );

/** A finding by its reason. `subject`: the number, model, voice or host; null for the whole integration. */
export function createFinding<R extends FindingReason>(
  reason: R,
  subject: string | null,
  ...[values]: FindingParams<R>
): Finding {
  const { ok, code, message }: FindingSentences[string] = FINDINGS[reason];
  const params = values && bounded(values);
  const sentence = writeSentence({ message }, params);
  return { ok: ok === true, code, reason, subject, message: sentence, ...(params && { params }) };
}
