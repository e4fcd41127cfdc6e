import { z } from "zod";
import { USE_ACCOUNT_SID, USE_AUTH_TOKEN } from "@/lib/platform/reasons/fields/providers";
import { BaseUrl } from "../credential-parts";
import { describeProvider } from "../descriptor";

/** The carrier's API. Another address must be one that the operator has listed (TOOL_ALLOWED_HOSTS). */
const URL = "https://api.twilio.com";

/** A Twilio account, which carries calls and texts of the workspace's numbers. */
export const twilio = describeProvider({
  kind: "twilio",
  service: "carrier",
  carries: ["calls", "texts"],
  credential: z.strictObject({
    kind: z.literal("twilio"),
    /** SID of the carrier's account: `AC` and 32 hexadecimal digits. */
    account_sid: z.string().regex(/^AC[0-9a-f]{32}$/, USE_ACCOUNT_SID),
    /** Auth token of the carrier's account. */
    auth_token: z.string().regex(/^[!-~]{16,200}$/, USE_AUTH_TOKEN),
    base_url: BaseUrl.default(URL),
  }),
  secretFields: ["auth_token"],
  form: [
    { input: "text", name: "account_sid", label: "accountSid", example: "accountSid", required: true },
    { input: "secret", name: "auth_token", label: "authToken", required: true },
  ],
  publicUrl: URL,
  subprocessor: "Twilio",
});
