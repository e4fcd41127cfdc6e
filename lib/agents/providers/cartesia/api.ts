import { z } from "zod";

/** The name in failures. */
export const CARTESIA = "cartesia";

/**
 * The version of the API that this folder was written for. Errors have codes from this version on. Sources:
 * docs.cartesia.ai/use-the-api/api-conventions and docs.cartesia.ai/use-the-api/api-errors, read on 2026-11-25.
 */
export const VERSION_HEADERS = { "cartesia-version": "2026-03-01" };

/** Error codes are lower-case words: `voice_not_found`, `concurrency_limited`. */
const REASON = /^[a-z][a-z0-9_]{0,59}$/;
const ErrorBody = z.object({ error_code: z.string().regex(REASON) });

/** The error code in an error response or error message; never its text, which can quote the request. */
export const reasonOf = (body: unknown): string | undefined => ErrorBody.safeParse(body).data?.error_code;
