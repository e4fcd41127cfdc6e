import { z } from "zod";
import { storedDocument } from "@/lib/platform/stored-document";
import { IDEMPOTENCY } from "../values";

/** The mapping as stored. Tools of earlier releases have none. */
export const mappingDocument = storedDocument({
  name: "response mapping of a tool",
  schema: z.strictObject({
    fields: z.array(z.strictObject({ name: z.string(), path: z.string() })).default([]),
  }),
});

/** Retries as stored. Tools of earlier releases have none. */
export const retriesDocument = storedDocument({
  name: "retry policy of a tool",
  schema: z.strictObject({
    max: z.number().int().default(0),
    idempotency: z.enum(IDEMPOTENCY).default("method"),
  }),
});
