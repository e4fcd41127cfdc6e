import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";
import { expect, it } from "vitest";
import { COUNTRIES } from "./countries";

it("offers every country whose numbers can be read, and no other, with its calling code", () => {
  const expected = getCountries().map((code) => ({ code, callingCode: getCountryCallingCode(code) }));
  expect([...COUNTRIES]).toEqual(expected.sort((a, b) => (a.code < b.code ? -1 : 1)));
});
