import { describe, expect, it } from "vitest";
import { parseSpan } from "./hours";
import { isAnnouncementRequired, RECORDING_RULES } from "./recording-rules";
import { EVERYWHERE, REGION_RULES } from "./region-rules";
import { legalWeek, regionCaps, rulesOf } from "./regions";

const laws = [...REGION_RULES, ...RECORDING_RULES];
const [whole = [0, 0]] = EVERYWHERE.weekdays.map(parseSpan);

describe("the rules of regions", () => {
  it.each(laws)("$law names where it was read and when", ({ source, verified_on }) => {
    expect(URL.canParse(source)).toBe(true);
    expect(verified_on).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it("never opens an hour that is closed everywhere", () => {
    for (const { region, purposes } of REGION_RULES) {
      for (const [from, until] of purposes.flatMap((purpose) => legalWeek(region, purpose)).flat()) {
        expect(from).toBeGreaterThanOrEqual(whole[0]);
        expect(until).toBeLessThanOrEqual(whole[1]);
      }
    }
  });

  it("keeps a country's rule in its parts, and a state's there alone", () => {
    expect(rulesOf("FR-IDF", "telemarketing")).toEqual(rulesOf("FR", "telemarketing"));
    expect(rulesOf("US-FL", "telemarketing")).toHaveLength(1);
    expect(rulesOf("US", "telemarketing")).toHaveLength(0);
    expect(rulesOf(null, "telemarketing")).toHaveLength(0);
    // California is no part of Canada.
    expect(rulesOf("US-CA", "telemarketing")).toHaveLength(0);
    expect(rulesOf("CA-ON", "telemarketing")).toHaveLength(1);
  });

  it("asks less of what sells nothing", () => {
    expect(legalWeek("FR", "informational")).toEqual(legalWeek(null, "informational"));
    expect(regionCaps("FR", "informational")).toEqual([]);
    expect(regionCaps("FR", "telemarketing")).toEqual([{ max: 4, days: 30 }]);
  });

  it("announces a recording wherever one party's knowledge is not known to be enough", () => {
    expect(
      ["US-CA", "US-WA", "DE", "CA", "US", "JP", "", null].filter((r) => !isAnnouncementRequired(r)),
    ).toEqual([]);
    expect(["US-NY", "US-TX", "US-DC"].filter(isAnnouncementRequired)).toEqual([]);
    const regions = RECORDING_RULES.flatMap((rule) => rule.regions);
    expect(new Set(regions).size).toBe(regions.length);
  });
});
