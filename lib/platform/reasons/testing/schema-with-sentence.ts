import { z } from "zod";

/** A schema with a sentence that has no reason, for the test that looks for such sentences. */
export const SchemaWithSentence = z.string().regex(/^a$/, "Use the letter a.");
