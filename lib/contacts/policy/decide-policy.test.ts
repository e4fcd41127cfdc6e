import { describe, expect, it } from "vitest";
import { decidePolicy } from "./decide-policy";
import type { Facts } from "./facts";
import { Window } from "./schema";

/** A contact in New York who can be called at any time. */
const FACTS: Facts = {
  channel: "call",
  purpose: "informational",
  suppressed: [],
  consent: { state: "granted", at: "2026-01-01T00:00:00.000Z" },
  timezone: "America/New_York",
  region: "US-NY",
  window: null,
  endsAt: null,
  attempts: [],
  isRequested: false,
  budget: null,
  isBusy: false,
  hasCapacity: true,
  isAgentLive: true,
  isCarrierAvailable: true,
  lastInboundTextAt: null,
};
/** A Wednesday, ten in the morning in New York. */
const NOON = "2026-11-18T15:00:00.000Z";

const at = (now: string, facts: Partial<Facts> = {}) => decidePolicy({ ...FACTS, ...facts }, now);
const codesOf = (facts: Partial<Facts>, now = NOON) => at(now, facts).reasons.map(({ code }) => code);
const window = (days: string, start: string, end: string, timezone = "callee") =>
  Window.parse({ days: days.split(" "), start, end, timezone });
const EVERY_DAY = "mon tue wed thu fri sat sun";
const hoursAgo = (...hours: number[]) =>
  hours.map((h) => new Date(Date.parse(NOON) - h * 3_600_000).toISOString());

describe("what blocks", () => {
  it("beats what holds, and both are named", () => {
    const decision = at("2026-11-18T05:00:00.000Z", {
      suppressed: ["call"],
      hasCapacity: false,
      isBusy: true,
    });
    expect(decision.verdict).toBe("block");
    expect(decision.until).toBeNull();
    expect(decision.reasons.map(({ code }) => code)).toEqual([
      "suppressed",
      "call_in_progress",
      "capacity",
      "outside_window",
    ]);
  });

  it("consists of whole sentences without names", () => {
    const facts: Partial<Facts> = {
      suppressed: ["call"],
      consent: { state: "unknown", at: null },
      isBusy: true,
      hasCapacity: false,
      isAgentLive: false,
      isCarrierAvailable: false,
      attempts: hoursAgo(1, 2, 3),
      endsAt: NOON,
      timezone: null,
    };
    for (const { message } of at(NOON, facts).reasons) {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(message).not.toMatch(/[0-9]|America|New_York|US-/);
    }
  });

  it("is a suppression of the channel, not of the other", () => {
    expect(codesOf({ suppressed: ["text"] })).toEqual([]);
    expect(codesOf({ suppressed: ["text"], channel: "text" })).toEqual(["suppressed"]);
  });

  it("is a missing or revoked consent", () => {
    expect(codesOf({ consent: { state: "unknown", at: null } })).toEqual(["no_consent"]);
    expect(codesOf({ consent: { state: "revoked", at: NOON } })).toEqual(["consent_revoked"]);
  });

  it("is a campaign that has used up its attempts", () => {
    const budget = { used: 3, max: 3, lastAt: null, retryAfterMinutes: 60 };
    expect(at(NOON, { budget })).toMatchObject({
      verdict: "block",
      reasons: [{ code: "too_many_attempts" }],
    });
  });
});

describe("a reply to the contact's own text", () => {
  const night = "2026-11-18T08:00:00.000Z";
  const reply: Partial<Facts> = {
    channel: "text",
    consent: { state: "unknown", at: null },
    timezone: null,
    attempts: hoursAgo(8, 9, 10),
    lastInboundTextAt: "2026-11-17T08:00:00.001Z",
  };

  it("needs no consent and no window within 24 hours", () => {
    expect(at(night, reply).verdict).toBe("allow");
    expect(at(night, { ...reply, lastInboundTextAt: night.replace("18T", "17T") }).verdict).toBe("block");
    expect(at(night, { ...reply, channel: "call" }).verdict).toBe("block");
  });

  it("excludes campaigns, and does not start a conversation beside an active one", () => {
    const budget = { used: 0, max: 3, lastAt: null, retryAfterMinutes: 60 };
    expect(at(night, { ...reply, budget }).verdict).toBe("block");
    expect(at(night, { ...reply, window: window(EVERY_DAY, "00:00", "24:00") }).verdict).toBe("block");
    expect(at(night, { ...reply, isBusy: true })).toMatchObject({
      verdict: "hold",
      reasons: [{ code: "call_in_progress" }],
    });
    expect(at(night, { ...reply, isBusy: true, isRequested: true }).verdict).toBe("allow");
  });

  it("is not sent to a contact who was suppressed or revoked consent since", () => {
    expect(at(night, { ...reply, suppressed: ["text"] }).verdict).toBe("block");
    const revoked = (time: string) =>
      at(night, { ...reply, consent: { state: "revoked", at: time } }).verdict;
    expect(revoked("2026-11-17T08:00:00.000Z")).toBe("allow");
    expect(revoked("2026-11-17T09:00:00.000Z")).toBe("block");
  });
});

describe("hours", () => {
  const opens = (now: string, facts: Partial<Facts>) => {
    const { verdict, until } = at(now, facts);
    return verdict === "allow" ? now : until;
  };

  it("end with the minute before their end", () => {
    expect(at("2026-11-18T13:00:00.000Z").verdict).toBe("allow");
    expect(at("2026-11-19T01:59:59.999Z").verdict).toBe("allow");
    expect(at("2026-11-19T02:00:00.000Z")).toMatchObject({
      verdict: "hold",
      until: "2026-11-19T13:00:00.000Z",
    });
  });

  it("follow the clock when it is changed", () => {
    // The clocks of New York go back on Sunday the 1st of November: eight o'clock comes an hour later.
    expect(opens("2026-10-31T10:00:00.000Z", {})).toBe("2026-10-31T12:00:00.000Z");
    expect(opens("2026-11-01T10:00:00.000Z", {})).toBe("2026-11-01T13:00:00.000Z");
    // And forward on the 14th of March.
    expect(opens("2027-03-14T03:00:00.000Z", {})).toBe("2027-03-14T12:00:00.000Z");
  });

  it("know quarters of an hour and changes of half an hour", () => {
    expect(opens("2026-11-18T00:00:00.000Z", { timezone: "Asia/Kathmandu" })).toBe(
      "2026-11-18T02:15:00.000Z",
    );
    const lordHowe = { timezone: "Australia/Lord_Howe" };
    expect(opens("2026-10-02T20:00:00.000Z", lordHowe)).toBe("2026-10-02T21:30:00.000Z");
    expect(opens("2026-10-03T20:00:00.000Z", lordHowe)).toBe("2026-10-03T21:00:00.000Z");
  });

  it("pass over a day that did not come", () => {
    // On Apia no Friday followed Thursday the 29th of December 2011.
    const fridays = { timezone: "Pacific/Apia", window: window("fri", "09:00", "18:00") };
    expect(opens("2011-12-30T06:00:00.000Z", fridays)).toBe("2012-01-05T19:00:00.000Z");
  });

  it("are open twice in an hour that comes twice, in a campaign's own zone", () => {
    // On the 1st of November Havana sets its clocks back at one in the morning, when it is afternoon in Tokyo.
    const facts = { timezone: "Asia/Tokyo", window: window("sun", "00:30", "01:00", "America/Havana") };
    expect(opens("2026-11-01T04:00:00.000Z", facts)).toBe("2026-11-01T04:30:00.000Z");
    expect(opens("2026-11-01T05:00:00.000Z", facts)).toBe("2026-11-01T05:30:00.000Z");
    expect(opens("2026-11-01T06:00:00.000Z", facts)).toBe("2026-11-08T05:30:00.000Z");
  });

  it("of a window that lasts until midnight end when the callee's do", () => {
    const facts = { window: window(EVERY_DAY, "20:00", "24:00") };
    expect(opens("2026-11-18T15:00:00.000Z", facts)).toBe("2026-11-19T01:00:00.000Z");
    expect(opens("2026-11-19T02:00:00.000Z", facts)).toBe("2026-11-20T01:00:00.000Z");
  });

  it("in another zone are moments, which must be in the callee's day too", () => {
    const facts = { timezone: "Asia/Kolkata", window: window("mon", "00:00", "03:00", "UTC") };
    expect(opens("2026-11-18T00:00:00.000Z", facts)).toBe("2026-11-23T02:30:00.000Z");
  });

  it("that never meet the callee's day block", () => {
    const facts = { timezone: "Europe/Paris", window: window(EVERY_DAY, "01:00", "03:00", "Europe/Paris") };
    expect(at(NOON, facts)).toMatchObject({ verdict: "block", until: null });
    expect(codesOf(facts)).toEqual(["outside_window", "window_never_opened"]);
  });

  it("apply to an unknown time zone", () => {
    expect(at(NOON, { timezone: null })).toMatchObject({ verdict: "hold", until: null });
    expect(codesOf({ timezone: "Mars/Olympus" })).toEqual(["unknown_timezone"]);
  });

  it("are stricter where the law is, for what sells", () => {
    const evening = "2026-11-19T01:00:00.000Z"; // eight in the evening in New York and Miami
    expect(codesOf({ region: "US-FL" }, evening)).toEqual([]);
    expect(codesOf({ region: "US-FL", purpose: "telemarketing" }, evening)).toEqual(["outside_window"]);
    const lunch = { timezone: "Europe/Paris", region: "FR", purpose: "telemarketing" as const };
    expect(opens("2026-11-20T12:30:00.000Z", lunch)).toBe("2026-11-20T13:00:00.000Z");
    expect(opens("2026-11-20T19:00:00.000Z", lunch)).toBe("2026-11-23T09:00:00.000Z");
  });
});

describe("attempts", () => {
  it("hold until the third latest is a day old, and then until the hours are open", () => {
    const { verdict, until, reasons } = at(NOON, { attempts: hoursAgo(2, 5, 13) });
    expect(verdict).toBe("hold");
    expect(reasons).toMatchObject([{ code: "too_many_attempts", until: "2026-11-19T02:00:00.000Z" }]);
    expect(until).toBe("2026-11-19T13:00:00.000Z");
  });

  it("count in any 24 hours, not from midnight", () => {
    expect(codesOf({ attempts: hoursAgo(14, 15, 16) }, "2026-11-18T15:00:00.000Z")).toEqual([
      "too_many_attempts",
    ]);
    expect(codesOf({ attempts: hoursAgo(1, 2, 24) })).toEqual([]);
  });

  it("count seven in seven days", () => {
    const spread = hoursAgo(30, 31, 60, 61, 100, 101, 150);
    expect(codesOf({ attempts: spread })).toEqual(["too_many_attempts"]);
    expect(at(NOON, { attempts: spread }).until).toBe("2026-11-19T13:00:00.000Z");
    expect(codesOf({ attempts: spread.slice(1) })).toEqual([]);
  });

  it("count four in thirty days where the law says so", () => {
    const facts = { timezone: "Europe/Paris", region: "FR", attempts: hoursAgo(200, 300, 400, 500) };
    expect(codesOf(facts)).toEqual([]);
    expect(codesOf({ ...facts, purpose: "telemarketing" })).toEqual(["too_many_attempts"]);
  });

  it("do not count against a text that the contact asked for", () => {
    expect(codesOf({ attempts: hoursAgo(1, 2, 3), channel: "text", isRequested: true })).toEqual([]);
  });

  it("wait for a campaign's pause", () => {
    const budget = { used: 1, max: 3, lastAt: hoursAgo(0.5)[0] ?? null, retryAfterMinutes: 60 };
    expect(at(NOON, { budget })).toMatchObject({ verdict: "hold", until: "2026-11-18T15:30:00.000Z" });
  });
});

describe("a campaign's end", () => {
  it("blocks what cannot be allowed before it, and everything after it", () => {
    const night = "2026-11-19T03:00:00.000Z";
    expect(codesOf({ endsAt: "2026-11-19T13:00:00.000Z" }, night)).toEqual([
      "outside_window",
      "window_never_opened",
    ]);
    expect(at(night, { endsAt: "2026-11-19T13:00:00.001Z" }).verdict).toBe("hold");
    expect(codesOf({ endsAt: NOON })).toEqual(["window_never_opened"]);
  });

  it("leaves to hold what no clock ends until then", () => {
    const facts = { endsAt: "2026-11-19T13:00:00.000Z", timezone: null };
    expect(at(NOON, facts)).toMatchObject({ verdict: "hold", until: null });
    expect(at("2026-11-19T13:00:00.000Z", facts).verdict).toBe("block");
  });
});

it("refuses a time that is none rather than to let it pass", () => {
  expect(() => at("soon")).toThrow(RangeError);
  expect(() => at(NOON, { attempts: ["yesterday"] })).toThrow(RangeError);
});

describe("a window", () => {
  it("keeps its days in order, once each, and ends after it starts", () => {
    expect(window("fri mon fri", "09:00", "24:00").days).toEqual(["mon", "fri"]);
    for (const [start, end] of [
      ["18:00", "09:00"],
      ["09:00", "09:00"],
      ["24:00", "24:00"],
      ["09:00", "24:01"],
      ["9:00", "18:00"],
    ]) {
      expect(Window.safeParse({ days: ["mon"], start, end, timezone: "callee" }).success).toBe(false);
    }
    expect(Window.safeParse({ days: [], start: "09:00", end: "18:00", timezone: "callee" }).success).toBe(
      false,
    );
    expect(Window.safeParse({ days: ["mon"], start: "09:00", end: "18:00", timezone: "Mars" }).success).toBe(
      false,
    );
  });
});
