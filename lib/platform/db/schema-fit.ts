import { plain, plainBatch } from "./plain";
import { SchemaMisfitError } from "./require-schema";

/**
 * One sentence that says why this release cannot use the database's schema, or null. Null also while the database does not
 * answer: no request is served then, and the next connection is checked again.
 */
export async function readSchemaMisfit(): Promise<string | null> {
  try {
    await plainBatch(plain.selectFrom("schema_state").select("level"));
    return null;
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return cause instanceof SchemaMisfitError ? cause.message : null;
  }
}

/** Whether this release can use the database's schema, for the readiness of a process. */
export const isSchemaFit = async (): Promise<boolean> => (await readSchemaMisfit()) === null;
