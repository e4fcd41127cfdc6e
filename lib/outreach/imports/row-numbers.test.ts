import { expect, it } from "vitest";
import { RowNumbers } from "./row-numbers";

it("gives the numbers of rows back as they were read, with their region and zone", () => {
  const all = [
    { e164: "+12125550123", region: "US-NY", timezone: "America/New_York" },
    { e164: "+882123456789012", region: null, timezone: null },
    { e164: "+12125550124", region: "US-NY", timezone: "America/New_York" },
    { e164: "+4930123456", region: "DE", timezone: "Europe/Berlin" },
  ];
  const numbers = new RowNumbers();
  for (const rowNumber of all) numbers.add(rowNumber);
  expect(all.map((_, i) => numbers.at(i))).toEqual(all);
  expect(numbers.at(all.length)).toBeUndefined();
});

it("keeps the positions of rows that are not imported", () => {
  const number = { e164: "+12125550123", region: "US-NY", timezone: "America/New_York" };
  const numbers = new RowNumbers();
  numbers.addRejected();
  numbers.add(number);
  expect([numbers.isRejected(0), numbers.isRejected(1), numbers.isRejected(2)]).toEqual([true, false, false]);
  expect([numbers.at(0), numbers.at(1)]).toEqual([undefined, number]);
});
