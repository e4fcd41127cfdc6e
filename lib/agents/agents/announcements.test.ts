import { describe, expect, it } from "vitest";
import { INITIAL_DEFAULTS } from "@/lib/identity/workspaces/schema";
import { adjustAnnouncement, bridgeAnnouncement, memberAnnouncement } from "@/lib/platform/announcements";
import { buildPolicy } from "./defaults";

const announcementOf = (recording: object) =>
  buildPolicy({ recording }, INITIAL_DEFAULTS).recording.announcement;
/** Promised only if a caller can decline and stay on the line. */
const OFFER = /\bsay no\b|\bpress 9\b/i;

describe("a suggested announcement promises only what the settings allow", () => {
  it("offers a way to decline with the default settings", () => expect(announcementOf({})).toMatch(OFFER));
  it("offers none if a call does not continue unrecorded", () => {
    expect(announcementOf({ allow_caller_opt_out: false })).not.toMatch(OFFER);
    const former = "This call may be recorded. Say no, or press 9, if you do not want that.";
    expect(adjustAnnouncement({ announcement: former, allow_caller_opt_out: false })).not.toMatch(OFFER);
  });
  it("offers only the key before a human leg, which is not transcribed until it joins", () => {
    const bridge = bridgeAnnouncement({ announcement: announcementOf({}) });
    expect(bridge).toContain("Press 9");
    expect(bridge).not.toMatch(/say no/i);
  });
  it("keeps an organization's own wording", () => {
    const announcement = "We record. Say no if you mind.";
    expect(announcementOf({ announcement, allow_caller_opt_out: false })).toBe(announcement);
    expect(bridgeAnnouncement({ announcement })).toBe(announcement);
  });
});

it("a member is announced in the language of the call, or in English", () => {
  const languages = ["de-AT", "es", "fr-CA", "it", "nl", "pl", "pt-BR"];
  for (const kind of ["connects", "listens"] as const) {
    const english = memberAnnouncement(kind, "en-US").text;
    const texts = languages.map((language) => memberAnnouncement(kind, language));
    expect(texts.map(({ language }) => language)).toEqual(languages);
    expect(new Set([english, ...texts.map(({ text }) => text)]).size).toBe(languages.length + 1);
    expect(memberAnnouncement(kind, "fi")).toEqual({ text: english, language: "en" });
  }
});
