import { expect, it } from "vitest";
import { CAPABILITY_NAMES } from "@/lib/identity/access";
import { permissions } from "./en/permissions";

it("each capability has a text, and each text a capability", () => {
  const names = Object.entries(permissions.capability).flatMap(([group, actions]) =>
    Object.keys(actions).map((action) => `${group}.${action}`),
  );
  expect(names.toSorted()).toEqual([...CAPABILITY_NAMES].toSorted());
});
