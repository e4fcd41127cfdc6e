import { defineGenerator, type Half } from "@/test/adversary/generator";
import { wishesIn } from "../understand";
import { isMistaken, noWish, wish } from "./wish-adversary";
import { isUnseen } from "./wish-phrases";

const isIn = (half: Half, { core }: { core: string }): boolean => isUnseen(core) === (half === "unseen");

/** A sentence that only looks like an opt-out suppresses nothing and ends nothing. */
export const optOutLookalikes = defineGenerator({
  name: "opt-outs: sentences that only look like one",
  cases: (half) => noWish.filter((one) => isIn(half, one)),
  check: ({ text }) => (isMistaken("lookalike", text) ? text : undefined),
});

/** A request to be contacted no more is carried out, or at least asked about. It is never passed over. */
export const optOutRequests = defineGenerator({
  name: "opt-outs: requests",
  cases: (half) => wish.filter((one) => isIn(half, one)),
  check: ({ text }) => (wishesIn(text).optOut === null ? text : undefined),
});
