import { describe, expect, it } from "vitest";
import { bridgeAnnouncement, fittingAnnouncement } from "@/lib/platform/announcements";
import { newPolicy } from "./defaults";

const announcementOf = (recording: object) => newPolicy({ recording }, {}).recording.announcement;
/** What only a caller who may decline and stay can be promised. */
const OFFER = /\bsay no\b|\bpress 9\b/i;

describe("a suggested announcement promises what is kept", () => {
  it("with the default settings: a way to refuse", () => expect(announcementOf({})).toMatch(OFFER));
  it("where a call does not continue unrecorded: none", () => {
    expect(announcementOf({ allow_caller_opt_out: false })).not.toMatch(OFFER);
    const former = "This call may be recorded. Say no, or press 9, if you do not want that.";
    expect(fittingAnnouncement({ announcement: former, allow_caller_opt_out: false })).not.toMatch(OFFER);
  });
  it("to a human leg, whose words are not heard before it joins: the key alone", () => {
    const bridge = bridgeAnnouncement({ announcement: announcementOf({}) });
    expect(bridge).toContain("Press 9");
    expect(bridge).not.toMatch(/say no/i);
  });
  it("and an organization's own wording stays as it is", () => {
    const announcement = "We record. Say no if you mind.";
    expect(announcementOf({ announcement, allow_caller_opt_out: false })).toBe(announcement);
    expect(bridgeAnnouncement({ announcement })).toBe(announcement);
  });
});
