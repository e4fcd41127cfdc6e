import { getCountries } from "libphonenumber-js/max";
import { expect, it } from "vitest";
import { COUNTRIES } from "./countries";

it("offers every country whose numbers can be read, and no other", () => {
  expect([...COUNTRIES]).toEqual([...getCountries()].sort());
});
