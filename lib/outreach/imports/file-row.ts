import type { ConsentKey, NewConsent } from "@/lib/contacts/consent/schema";
import type { ContactInput } from "@/lib/contacts/contacts";
import type { Field } from "./columns";
import type { RowError } from "./schema";

/** A cell with a value. `column` is the name in the file. */
export type Cell = { field: Field; column: string; value: unknown };

/** An unchecked row of a file. `surplus`: it has more cells than the header. */
export type FileRow = { row: number; cells: readonly Cell[]; surplus: boolean };

/** Reports a problem of a row. */
export type ReportProblem = (problem: Omit<RowError, "row">) => void;

/** A consent or revocation that a row states. `attested`: its source is the importer, who attests it. */
export type StatedConsent = { key: ConsentKey; entry: NewConsent; attested: boolean };

/** A valid row. */
export type Entry = ContactInput & {
  row: number;
  variables: Record<string, string | number | boolean>;
  consents: readonly StatedConsent[];
};

/** Merges two rows of one number. For each field the later row wins if it has a value. */
export const mergeEntries = (before: Entry, after: Entry): Entry => ({
  ...before,
  ...after,
  attributes: { ...before.attributes, ...after.attributes },
  variables: { ...before.variables, ...after.variables },
  consents: [
    ...before.consents.filter(({ key }) => !after.consents.some((later) => later.key === key)),
    ...after.consents,
  ],
});
