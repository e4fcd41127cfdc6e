import { expect, it } from "vitest";
import { parametersOf } from "@/components/filter-bar/filter";
import { VIEW_FILTERS } from "@/lib/data/views/schema";
import { english } from "@/messages/testing/english";
import { FILTERS } from "./filters";
import { callFilters } from "./use-call-filters";

const filters = callFilters(english("calls"), {
  channelName: (channel) => channel,
  agents: [{ value: "agt_1", label: "Front desk" }],
  outcomes: ["opted_out"],
});

it("offers every filter of the API, each once", () => {
  const names = ["q", "sort", ...filters.flatMap((filter) => parametersOf(filter))];
  expect(names.sort()).toEqual(Object.keys(VIEW_FILTERS.calls.shape).sort());
  expect([...FILTERS, "sort"].sort()).toEqual(names);
});

it("offers only values that the API accepts", () => {
  for (const filter of filters) {
    if (filter.kind !== "choice" || typeof filter.options === "function" || filter.id === "agent_id")
      continue;
    for (const { value, label } of filter.options) {
      expect(VIEW_FILTERS.calls.safeParse({ [filter.id]: value }).success, `${filter.id}=${value}`).toBe(
        true,
      );
      expect(label).not.toBe("");
    }
  }
});
