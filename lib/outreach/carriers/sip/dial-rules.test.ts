import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
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

describe("with all countries allowed", () => {
  const countries = [...getCountries()];

  it("never calls emergency numbers, with or without a country code", () => {
    const services =
      "000 08 100 101 102 103 110 111 112 113 115 117 118 119 122 190 191 192 193 199 911 988 997 998 999";
    for (const service of services.split(" ")) {
      expect(dialProblem({ countries }, { to: service, from: FROM })).toBe("not_a_number");
      for (const country of countries) {
        const to = `+${getCountryCallingCode(country)}${service}`;
        expect(dialProblem({ countries }, { to, from: FROM }), to).toBe("not_a_number");
      }
    }
  });

  it.each([
    ["US 900", "+19005550199"],
    ["US 976", "+12129765555"],
    ["US directory assistance", "+12125551212"],
    ["JP shared cost", "+81570012345"],
    ["GB premium rate", "+449098790000"],
    ["GB shared cost", "+448431234567"],
    ["GB personal number", "+447012345678"],
    ["DE premium rate", "+499001234567"],
    ["DE shared cost", "+491801234567"],
    ["FR premium rate", "+33891123456"],
    ["FR shared cost", "+33810123456"],
    ["IT premium rate", "+39892123456"],
    ["ES premium rate", "+34803123456"],
    ["AT premium rate", "+43900123456"],
    ["CH premium rate", "+41900123456"],
    ["NL premium rate", "+319061234567"],
    ["BE premium rate", "+3290012345"],
    ["SE premium rate", "+469001234567"],
    ["PL premium rate", "+48701234567"],
    ["AU premium rate", "+611900123456"],
    ["AU shared cost", "+611300123456"],
    ["JP premium rate", "+81990123456"],
    ["BR shared cost", "+554004123456"],
    ["ZA shared cost", "+27860123456"],
  ])("never calls %s", (_, to) => {
    expect(["premium_rate", "not_a_number"]).toContain(dialProblem({ countries }, { to, from: FROM }));
  });

  it.each([
    ["a satellite telephone", "+870773111632"],
    ["an international premium-rate number", "+979123456789"],
    ["an international shared-cost number", "+80812345678"],
    ["an international network", "+882161234567"],
    ["an international freephone number", "+80012345678"],
    ["a universal personal number", "+878101234567890"],
  ])("never calls %s", (_, to) => {
    expect(dialProblem({ countries }, { to, from: FROM })).not.toBeNull();
  });
});

it("allows no other country by default", () => {
  const { credential } = CreateIntegration.parse({
    name: "Trunk",
    credential: { kind: "sip", server: "sip.example.com" },
  });
  expect(credential).toMatchObject({
    countries: [],
    max_calls: 10,
    calls_per_second: 1,
    encryption: "required",
  });
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
