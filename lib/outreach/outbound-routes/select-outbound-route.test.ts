import fc from "fast-check";
import { expect, it } from "vitest";
import { OutboundRoute } from "./schema";
import { selectOutboundRoute } from "./select-outbound-route";

const TRUNK = `int_${"0".repeat(26)}`;
const route = (prefix: string) => OutboundRoute.parse({ prefix, trunk_ids: [TRUNK] });
const digits = fc.string({ unit: fc.constantFrom(..."123"), minLength: 1, maxLength: 6 });

it.each([
  [["+", "+49", "+49221"], "+492211234567", "+49221"],
  [["+", "+49", "+49221"], "+12125550123", "+"],
  [["+49", "+44"], "+12125550123", undefined],
])("the longest prefix of %j decides for %s", (prefixes, to, expected) => {
  expect(selectOutboundRoute(prefixes.map(route), to)?.prefix).toBe(expected);
});

it.each(["", "49", "+0", "+49*", "+49 221", `+${"1".repeat(16)}`])("%s is no prefix", (prefix) => {
  expect(OutboundRoute.safeParse({ prefix, trunk_ids: [TRUNK] }).success).toBe(false);
});

it("the order of the routes does not matter", () => {
  fc.assert(
    fc.property(fc.uniqueArray(digits, { maxLength: 8 }), digits, (prefixes, number) => {
      const routes = prefixes.map((prefix) => route(`+${prefix}`));
      const selected = selectOutboundRoute(routes, `+${number}`);
      expect(selectOutboundRoute(routes.toReversed(), `+${number}`)).toEqual(selected);
      const matching = routes.filter(({ prefix }) => `+${number}`.startsWith(prefix));
      expect(selected?.prefix.length ?? 0).toBe(Math.max(0, ...matching.map(({ prefix }) => prefix.length)));
    }),
  );
});
