import type { NewConsent, Suppression } from "@/lib/contacts/consent/schema";
import type { ConsentKey } from "@/lib/contacts/consent/values";
import type { ContactInput } from "@/lib/contacts/contacts";
import type { Field } from "./fields";
import type { RowError } from "./schema";

/** A cell with a value. `column` is the name in the file, `index` its position in the report. */
export type Cell = { field: Field; column: string; index: number; value: unknown };

/**
 * An unchecked row of a file. `surplus`: it has more cells than the header. `original`: the row as sent, the
 * cells of a CSV row or an element of a JSON array.
 */
export type FileRow = { row: number; cells: readonly Cell[]; surplus: boolean; original: unknown };

/** Reports a problem of a row. */
export type ReportProblem = (problem: Omit<RowError, "row">) => void;

/**
 * A consent or revocation that a row states. `attested`: its source is the importer, who attests it.
 * `isExported`: it is the state of an exported contact, which is added only if the contact's state differs.
 */
export type StatedConsent = { key: ConsentKey; entry: NewConsent; attested: boolean; isExported?: true };

/** The suppression of an exported contact. */
export type StatedSuppression = Pick<Suppression, "channels" | "reason">;

/** A valid row, or several of one number. `rows`: their positions in the file. */
export type Entry = ContactInput & {
  rows: readonly number[];
  variables: Record<string, string | number | boolean>;
  consents: readonly StatedConsent[];
  suppression?: StatedSuppression;
};

/** Merges two rows of one number. For each field the later row wins if it has a value. */
export const mergeEntries = (before: Entry, after: Entry): Entry => ({
  ...before,
  ...after,
  rows: [...before.rows, ...after.rows],
  attributes: { ...before.attributes, ...after.attributes },
  variables: { ...before.variables, ...after.variables },
  consents: [
    ...before.consents.filter(({ key }) => !after.consents.some((later) => later.key === key)),
    ...after.consents,
  ],
});
