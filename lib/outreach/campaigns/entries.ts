import type { NewConsent } from "@/lib/contacts/consent/schema";
import { NUMBER_PROBLEMS, type ParsedNumber, parseNumber } from "@/lib/contacts/contacts";
import { type ErrorDetail, validationError } from "@/lib/platform/errors";
import type { ContactEntry } from "./schema";

/** Clocks of clients run ahead a little. */
const MAX_AHEAD_MS = 60_000;

/** Somebody to add, whatever the number was written like. */
export type Entry = {
  number: ParsedNumber;
  name: string | null;
  timezone: string | null;
  variables: Record<string, unknown>;
  consents: readonly NewConsent[];
};

/** What lies ahead of now was not given yet. */
const aheadOf =
  (now: string) =>
  ({ at }: NewConsent): boolean =>
    at !== undefined && Date.parse(at) > Date.parse(now) + MAX_AHEAD_MS;

function wrongConsents(consents: readonly NewConsent[], now: string, index: number): ErrorDetail[] {
  const ahead = aheadOf(now);
  return consents.flatMap((consent, i) =>
    ahead(consent)
      ? [
          {
            in: "body" as const,
            pointer: `/contacts/${index}/consents/${i}/at`,
            code: "in_the_future",
            message: "Say when it was given or taken back: not ahead of now.",
          },
        ]
      : [],
  );
}

/**
 * The entries of a request, one for each number: of two, the later says name, zone and each variable, and the consents
 * of both count. Throws a 400 that names every entry that is wrong, without its number.
 */
export function readEntries(contacts: readonly ContactEntry[], now: string): Entry[] {
  const problems: ErrorDetail[] = [];
  const entries = new Map<string, Entry>();
  contacts.forEach((contact, i) => {
    const given = typeof contact === "string" ? { phone: contact } : contact;
    const parsed = parseNumber(given.phone);
    const consents = given.consents ?? [];
    problems.push(...wrongConsents(consents, now, i));
    if (!parsed.ok) {
      const pointer = `/contacts/${i}${typeof contact === "string" ? "" : "/phone"}`;
      problems.push({ in: "body", pointer, code: parsed.code, message: NUMBER_PROBLEMS[parsed.code] });
      return;
    }
    const before = entries.get(parsed.number.e164);
    entries.set(parsed.number.e164, {
      number: parsed.number,
      name: given.name ?? before?.name ?? null,
      timezone: given.timezone ?? before?.timezone ?? null,
      variables: { ...before?.variables, ...given.variables },
      consents: [...(before?.consents ?? []), ...consents],
    });
  });
  if (problems.length > 0) throw validationError(problems);
  return [...entries.values()];
}
