import { z } from "zod";

/**
 * The basis of zero retention. `request`: each request instructs the provider, and it accepts. `agreement`:
 * an agreement states it. `own_server`: the operator has listed the server. `unconfirmed`: the provider is
 * instructed and has not confirmed yet (`POST /integrations/{id}/check`). `refused`: the provider is
 * instructed and does not accept. With the last two, `zero_retention` is false.
 */
export const RetentionBasis = z.enum(["request", "agreement", "own_server", "unconfirmed", "refused"]);
export type RetentionBasis = z.output<typeof RetentionBasis>;
