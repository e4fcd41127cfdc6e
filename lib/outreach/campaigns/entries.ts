import type { NewConsent } from "@/lib/contacts/consent/schema";
import { NUMBER_PROBLEMS, type ParsedNumber, parseNumber } from "@/lib/contacts/contacts";
import { bodyProblem, type ErrorDetail, validationError } from "@/lib/platform/errors";
import type { ContactEntry } from "./schema";

/** Clients' clocks may be ahead by this much. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** A contact to add, with its parsed number. */
export type Entry = {
  number: ParsedNumber;
  name: string | null;
  timezone: string | null;
  variables: Record<string, unknown>;
  consents: readonly NewConsent[];
};

/** A consent dated in the future is not valid yet. */
const isInFuture =
  (now: string) =>
  ({ at }: NewConsent): boolean =>
    at !== undefined && Date.parse(at) > Date.parse(now) + MAX_CLOCK_SKEW_MS;

function findConsentProblems(consents: readonly NewConsent[], now: string, index: number): ErrorDetail[] {
  const isFutureConsent = isInFuture(now);
  return consents.flatMap((consent, i) =>
    isFutureConsent(consent)
      ? [bodyProblem(`/contacts/${index}/consents/${i}/at`, "entry_consent_in_future")]
      : [],
  );
}

/**
 * Parses the entries of a request, one for each number. If a number appears twice, the later entry sets the
 * name, the time zone and each variable, and the consents of both are kept. Throws a 400 that names every
 * invalid entry, without its number.
 */
export function readEntries(contacts: readonly ContactEntry[], now: string): Entry[] {
  const problems: ErrorDetail[] = [];
  const entries = new Map<string, Entry>();
  contacts.forEach((contact, i) => {
    const fields = typeof contact === "string" ? { phone: contact } : contact;
    const parsed = parseNumber(fields.phone);
    const consents = fields.consents ?? [];
    problems.push(...findConsentProblems(consents, now, i));
    if (!parsed.ok) {
      const pointer = `/contacts/${i}${typeof contact === "string" ? "" : "/phone"}`;
      problems.push(bodyProblem(pointer, NUMBER_PROBLEMS[parsed.code]));
      return;
    }
    const earlier = entries.get(parsed.number.e164);
    entries.set(parsed.number.e164, {
      number: parsed.number,
      name: fields.name ?? earlier?.name ?? null,
      timezone: fields.timezone ?? earlier?.timezone ?? null,
      variables: { ...earlier?.variables, ...fields.variables },
      consents: [...(earlier?.consents ?? []), ...consents],
    });
  });
  if (problems.length > 0) throw validationError(problems);
  return [...entries.values()];
}
