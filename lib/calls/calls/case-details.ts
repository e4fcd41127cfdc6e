import { readContact } from "@/lib/contacts/contacts";
import type { MaskVariable, Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { AppError } from "@/lib/platform/errors";
import { callFieldRef, type FullRow } from "./row";

/**
 * Names of the details of a call that are masked for a test case in addition to its variables. No variable has a name with a
 * space.
 */
export const CASE_DETAILS = {
  contactName: "contact name",
  contactNumber: "contact number",
  /** A name, number, address of e-mail or spelled text that is the value of no variable. */
  other: "other detail",
} as const;

const pseudoVariable = (name: string, type: MaskVariable["type"]): MaskVariable => ({
  name,
  type,
  description: "",
  choices: null,
});
/** The details as variables of the masking. */
export const DETAIL_VARIABLES: readonly MaskVariable[] = [
  pseudoVariable(CASE_DETAILS.contactName, "string"),
  pseudoVariable(CASE_DETAILS.contactNumber, "phone"),
  pseudoVariable(CASE_DETAILS.other, "string"),
];

/** Reads the contact's name and number, of a contact that still exists. The third detail has no value, so that masking fails closed. */
export async function readCaseDetails(ctx: Ctx, row: FullRow, sealer: Sealer): Promise<Values> {
  const ciphertext = row.direction === "inbound" ? row.from_number : row.to_number;
  const field = row.direction === "inbound" ? "from_number" : "to_number";
  const phone = ciphertext === null ? null : sealer.openText(callFieldRef(row.id, field), ciphertext);
  const contact =
    row.contact_id === null
      ? null
      : await readContact(ctx, row.contact_id).catch((error: unknown) => {
          if (error instanceof AppError && error.code === "not_found") return null;
          throw error;
        });
  return {
    [CASE_DETAILS.contactName]: contact?.name ?? null,
    [CASE_DETAILS.contactNumber]: phone ?? contact?.phone ?? null,
  };
}
