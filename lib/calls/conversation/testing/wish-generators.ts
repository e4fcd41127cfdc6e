import { defineGenerator, type Half } from "@/test/adversary/generator";
import { wishesIn } from "../understand";
import { isMistaken, optOutLookalike, optOutRequest } from "./wish-adversary";
import { isUnseen } from "./wish-phrases";

const isIn = (half: Half, { core }: { core: string }): boolean => isUnseen(core) === (half === "unseen");

/** A sentence that only looks like an opt-out suppresses nothing and ends nothing. */
export const optOutLookalikes = defineGenerator({
  name: "opt-outs: sentences that only look like one",
  cases: (half) => optOutLookalike.filter((utterance) => isIn(half, utterance)),
  check: ({ text }) => (isMistaken("lookalike", text) ? text : undefined),
});

/** An opt-out request is applied, or at least asked about. It is never ignored. */
export const optOutRequests = defineGenerator({
  name: "opt-outs: requests",
  cases: (half) => optOutRequest.filter((utterance) => isIn(half, utterance)),
  check: ({ text }) => (wishesIn(text).optOut === null ? text : undefined),
});
