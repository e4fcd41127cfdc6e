import { z } from "zod";
import { USE_HEADER_NAME } from "@/lib/platform/reasons/fields/platform";
import { HeaderText } from "../credential-parts";
import { describeProvider } from "../descriptor";

const HeaderName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, USE_HEADER_NAME);

/** Headers that the connection sets. As a credential, they would break or redirect the request. */
const CONNECTION_HEADERS =
  /^(connection|content-length|content-type|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** A secret in a header that the service names, such as `X-Api-Key`. */
export const header = describeProvider({
  kind: "header",
  service: "tools",
  credential: z.strictObject({
    kind: z.literal("header"),
    /** Name of the header that carries the secret, such as `X-Api-Key`. */
    header_name: HeaderName,
    /** Secret that requests send in this header. */
    value: HeaderText,
  }),
  secretFields: ["value"],
  form: [
    { input: "text", name: "header_name", label: "headerName", example: "headerName", required: true },
    { input: "secret", name: "value", label: "value", required: true },
  ],
  problemOf: ({ header_name: name }) =>
    CONNECTION_HEADERS.test(name)
      ? { pointer: "/credential/header_name", reason: "header_not_for_authorization" }
      : null,
});
