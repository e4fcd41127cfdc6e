import { expect, it } from "vitest";
import { z } from "zod";
import { parseFilters } from "./parse-filters";
import { id } from "./schema";

const Filters = z.strictObject({ agent: id("agt").optional(), tag: z.string().max(3).optional() });
const detailsOf = (filters: unknown): unknown => {
  try {
    return parseFilters(Filters, filters, "filters");
  } catch (error) {
    return (error as { details: unknown }).details;
  }
};

it("reports each invalid filter with its reason and the values of the sentence", () => {
  expect(detailsOf({ agent: "x", tag: "long" })).toMatchObject([
    {
      pointer: "/filters/agent",
      code: "invalid_format",
      reason: "use_id_with_prefix",
      params: { prefix: "agt" },
    },
    { pointer: "/filters/tag", code: "invalid_format", reason: "too_big", params: { limit: 3 } },
  ]);
});

it("reports an unknown filter, and returns valid ones", () => {
  expect(detailsOf({ color: "red" })).toMatchObject([
    { pointer: "/filters/color", code: "unknown_field", reason: "unknown_filter" },
  ]);
  expect(detailsOf({ tag: "vip" })).toEqual({ tag: "vip" });
});
