import { setTimeout as pause } from "node:timers/promises";
import type { Notice } from "@/lib/calls/conversation";
import { memberAnnouncement } from "@/lib/platform/announcements";
import type { HeldCall } from "./held-call";
import type { Notices } from "./notices";

/** How long to wait for a pause of the conversation. An agent's turn and an answer are shorter. */
const PAUSE_MS = 60_000;
const POLL_MS = 100;
const MAX_ANNOUNCEMENTS = 3;

type Options = {
  heldCall: HeldCall;
  notices: Pick<Notices, "say">;
  note(notice: Notice): void;
  /** Whether neither side speaks or thinks. */
  isQuiet(): boolean;
  isOver(): boolean;
};

/** Tells the caller, in a pause of the conversation, that a member listens. False if they did not hear all of it. */
export async function announceListener({
  heldCall,
  notices,
  note,
  isQuiet,
  isOver,
}: Options): Promise<boolean> {
  const words = memberAnnouncement("listens", heldCall.call.config.language);
  for (let tries = 0; tries < MAX_ANNOUNCEMENTS; tries++) {
    const until = performance.now() + PAUSE_MS;
    while (!isQuiet() && !isOver() && performance.now() < until) await pause(POLL_MS);
    if (isOver() || !isQuiet()) return false;
    const { text, startMs, endMs, isComplete } = await notices.say(words.text, words.language);
    if (text !== "") note({ kind: "listening_announced", text, startMs, endMs, interrupted: !isComplete });
    if (isComplete && (await heldCall.line.waitForPlayback())) return true;
  }
  return false;
}
