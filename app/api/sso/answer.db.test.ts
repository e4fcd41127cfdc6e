import { expect, test } from "vitest";
import { LIMITS } from "@/lib/platform/limits";
import { isAdmitted } from "./answer";

test("a network's many addresses of IPv6 have one window, as one customer has them all", async () => {
  const from = (n: number) =>
    new Request("http://localhost/api/sso/authorize", {
      headers: { "x-forwarded-for": `2001:db8:77:1::${n.toString(16)}` },
    });
  for (let n = 1; n <= LIMITS.ssoAddress; n++) expect(await isAdmitted(from(n))).toBe(true);
  expect(await isAdmitted(from(LIMITS.ssoAddress + 1))).toBe(false);
});
