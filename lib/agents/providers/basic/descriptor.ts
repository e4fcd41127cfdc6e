import { z } from "zod";
import { LEAVE_OUT_COLONS } from "@/lib/platform/reasons/fields/providers";
import { MAX_SECRET } from "../credential-parts";
import { describeProvider } from "../descriptor";

/** A username and password in the header `Authorization` (RFC 7617). */
export const basic = describeProvider({
  kind: "basic",
  service: "tools",
  credential: z.strictObject({
    kind: z.literal("basic"),
    /** User name that requests send in `Authorization: Basic`. It cannot contain a colon. */
    username: z
      .string()
      .max(500)
      .regex(/^[^:\p{Cc}]*$/u, LEAVE_OUT_COLONS)
      .default(""),
    /** Password that requests send in `Authorization: Basic`. */
    password: z.string().min(1).max(MAX_SECRET),
  }),
  secretFields: ["username", "password"],
  form: [
    { input: "text", name: "username", label: "username" },
    { input: "secret", name: "password", label: "password", required: true },
  ],
});
