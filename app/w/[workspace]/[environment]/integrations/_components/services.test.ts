import { expect, it } from "vitest";
import { ProviderKind } from "@/lib/agents/providers/schema";
import { english } from "@/messages/testing/english";
import { firstKindOf, kindOptions, serviceOf } from "./services";

it("offers models first and every kind once", () => {
  const groups = kindOptions(english("integrations.service"), english("providers.choice"));
  expect(groups.map(({ group }) => group)).toEqual([
    "Models",
    "Voices and transcribers",
    "Carriers",
    "Credentials for tools",
  ]);
  const kinds = groups.flatMap(({ items }) => items.map(({ value }) => value));
  expect(kinds.toSorted()).toEqual(ProviderKind.options.toSorted());
});

it("starts with the service that the address names", () => {
  expect(firstKindOf(serviceOf("carrier"))).toBe("twilio");
  expect(firstKindOf(serviceOf("unknown"))).toBe("model");
  expect(firstKindOf(serviceOf(null))).toBe("model");
});
