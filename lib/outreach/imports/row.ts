import type { ConsentKey, NewConsent } from "@/lib/contacts/consent/schema";
import type { KnownPerson } from "@/lib/contacts/contacts";
import type { Field } from "./columns";
import type { RowError } from "./schema";

/** A cell that holds something. `column` is as the file names it. */
export type Cell = { field: Field; column: string; value: unknown };

/** A row of a file before it is checked. `surplus`: it has more cells than the header. */
export type FileRow = { row: number; cells: readonly Cell[]; surplus: boolean };

/** Takes down what is wrong with a row. */
export type Note = (problem: Omit<RowError, "row">) => void;

/** What a row says that its contact allowed or took back. `attested`: its source is the importer's, who vouches for it. */
export type Stated = { key: ConsentKey; entry: NewConsent; attested: boolean };

/** A row that is right. */
export type Entry = KnownPerson & {
  row: number;
  variables: Record<string, string | number | boolean>;
  consents: readonly Stated[];
};

/** Two rows of one number as one: of each field the later row's value counts, unless it has none. */
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
