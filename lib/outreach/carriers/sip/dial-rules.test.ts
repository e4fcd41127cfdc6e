import { expect, it } from "vitest";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { dialProblem } from "./dial-rules";

const FROM = "+12135550100";

it.each([
  ["+12125550142", [], null],
  ["+14165550142", [], "country_not_allowed"],
  ["+14165550142", ["CA"], null],
  ["+18765550142", [], "country_not_allowed"],
  ["+442071838750", [], "country_not_allowed"],
  ["+442071838750", ["GB"], null],
  ["+19005550199", [], "premium_rate"],
  ["+449098790000", ["GB"], "premium_rate"],
  ["911", [], "not_a_number"],
  ["112", ["GB"], "not_a_number"],
  ["+1911", [], "not_a_number"],
] as const)("%s with further countries %j: %s", (to, countries, problem) => {
  expect(dialProblem({ countries: [...countries] }, { to, from: FROM })).toBe(problem);
});

it("accepts addresses and small networks as sources, and no network of strangers", () => {
  const parse = (...sources: string[]) =>
    CreateIntegration.safeParse({
      name: "Trunk",
      credential: { kind: "sip", server: "sip.example.com", sources },
    }).success;
  expect(parse("192.0.2.10", "192.0.2.0/24", "10.1.0.0/16", "2001:db8::/32", "2001:db8::1")).toBe(true);
  for (const source of ["0.0.0.0/0", "10.0.0.0/8", "::/0", "example.com"]) expect(parse(source)).toBe(false);
});
