import { z } from "zod";
import { HeaderText } from "../credential-parts";
import { describeProvider } from "../descriptor";

/** A token in the header `Authorization` (RFC 6750). */
export const bearer = describeProvider({
  kind: "bearer",
  service: "tools",
  credential: z.strictObject({
    /** Kind of the credential: what it authorizes, and how. */
    kind: z.literal("bearer"),
    /** Secret that requests send as `Authorization: Bearer <token>`. */
    token: HeaderText,
  }),
  secretFields: ["token"],
  form: [
    {
      input: "secret",
      name: "token",
      label: "token",
      help: "bearer",
      values: { token: "<token>" },
      required: true,
    },
  ],
});
