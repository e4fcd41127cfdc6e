import { z } from "zod";
import {
  RESPONSE_FIELD_REPEATED,
  USE_FIELD_NAME,
  USE_RESPONSE_PATH,
} from "@/lib/platform/reasons/fields/tools";
import { IDEMPOTENCY, MAX_FIELDS, MAX_RETRIES, USUAL_RETRIES } from "../values";
import { parseResponsePath } from "./response-path";

const MAX_PATH = 200;

const ResponseField = z.strictObject({
  /** Name of the field in the result that the model receives, unique within the tool. */
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, USE_FIELD_NAME),
  /**
   * Path of the value in the response's JSON: names separated by dots, and positions from 0 in brackets, as in
   * `data.items[0].name`. A path that matches nothing gives null.
   */
  path: z
    .string()
    .max(MAX_PATH)
    .refine((path) => parseResponsePath(path) !== null, USE_RESPONSE_PATH),
});

/** The parts of a response that the model and the transcript receive. */
export const ResponseMapping = z.strictObject({
  /**
   * Fields of the result, at most 30. If there are none, the result is the whole response. Responses with an error
   * status are mapped too.
   */
  fields: z
    .array(ResponseField)
    .max(MAX_FIELDS)
    .superRefine((fields, context) => {
      const names = fields.map(({ name }) => name);
      for (const [at, name] of names.entries())
        if (names.indexOf(name) < at)
          context.addIssue({ code: "custom", path: [at, "name"], message: RESPONSE_FIELD_REPEATED });
    })
    .default([]),
});

/** When a request is sent again after a failure. */
export const Retries = z.strictObject({
  /**
   * Maximum retries, 0 to 2. A request is retried if the connection fails, and after the statuses 429, 502, 503 and
   * 504, if the pause fits into the tool's time limit. `Retry-After` is obeyed up to 5 seconds; a response that asks for
   * more is final.
   */
  max: z.number().int().min(0).max(MAX_RETRIES).default(USUAL_RETRIES.max),
  /**
   * Why the service can receive the request twice. `method`: by its method; GET, PUT and DELETE are retried, POST and
   * PATCH are not. `declared`: the service treats a repeated request as one, for any method. `key`: each tool call sends
   * its own `Idempotency-Key` header, which retries repeat, and the service ignores repetitions.
   */
  idempotency: z.enum(IDEMPOTENCY).default(USUAL_RETRIES.idempotency),
});
export type Retries = z.output<typeof Retries>;
