import { z } from "zod";
import { HeaderText } from "../credential-parts";
import { describeProvider } from "../descriptor";

/** A token in the header `Authorization` (RFC 6750). */
export const bearer = describeProvider({
  kind: "bearer",
  service: "tools",
  label: "Bearer token",
  choice: "Bearer token",
  suggestedName: "Order system",
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
      label: "Token",
      description: "Sent as Authorization: Bearer <token>.",
      required: true,
    },
  ],
});
