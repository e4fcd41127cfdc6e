import assert from "node:assert/strict";
import { readCorpus } from "../fuzz/corpus";
import { Random } from "../fuzz/random";
import { type FuzzRun, sendMessages } from "../fuzz/send-messages";
import { type Measurement, startTarget, type Target } from "../fuzz/target";
import { OPTIONS } from "../options";
import { type SipScenario, waitUntil } from "../scenario";

/** The heap is first measured after this share of the messages, when caches and compiled code are complete. */
const WARM_SHARE = 0.2;
/** Growth of the heap over the further messages. 80,000 messages that each leave 128 bytes exceed it. */
const MAX_GROWTH_BYTES = 8 * 1024 * 1024;
/** Transactions of UDP's timers and routes are kept for 40 s (RFC 3261 section 17.2). */
const SETTLE_MS = 120_000;
const LIMIT_MS = 1_800_000;
const MIB = 1024 * 1024;

/** Waits until nothing of the messages is left, and measures. */
async function settle(target: Target, maxHeapBytes: number): Promise<Measurement> {
  target.end();
  let last: Measurement | undefined;
  await waitUntil(
    async () => {
      last = await target.measure();
      return Object.values(last.open).every((count) => count === 0) && last.heapBytes <= maxHeapBytes;
    },
    () => `resources of the target are released: ${JSON.stringify(last)}`,
    SETTLE_MS,
  );
  return target.measure();
}

export const FUZZ: readonly SipScenario[] = [
  {
    name: "fuzz: mutated and generated SIP and SDP over TCP, without a crash or growth",
    programs: [],
    limitMs: LIMIT_MS,
    async run(run) {
      const target = await startTarget(run);
      const corpus = readCorpus(OPTIONS.corpus);
      const state: FuzzRun = {
        ...{ port: target.port, random: new Random(OPTIONS.seed), corpus, dialogs: [], responses: {} },
        isRunning: target.isRunning,
      };
      const warm = Math.floor(OPTIONS.messages * WARM_SHARE);
      await sendMessages(state, warm);
      assert.ok(target.isRunning(), target.errors());
      const before = await settle(target, Number.POSITIVE_INFINITY);
      await sendMessages(state, OPTIONS.messages - warm);
      assert.ok(target.isRunning(), target.errors());
      const after = await settle(target, before.heapBytes + MAX_GROWTH_BYTES);
      // The messages must reach the parts behind the framing, and the calls.
      assert.ok(after.received > OPTIONS.messages / 4, `${after.received} messages were complete`);
      assert.ok(after.invites > OPTIONS.messages / 100, `${after.invites} calls`);
      run.note(`seed ${OPTIONS.seed}, ${OPTIONS.messages} messages of ${corpus.length} in the corpus`);
      run.note(
        `${after.received} complete, ${after.invites} calls, responses ${JSON.stringify(state.responses)}`,
      );
      run.note(
        `heap ${(before.heapBytes / MIB).toFixed(1)} MiB at ${warm}, ${(after.heapBytes / MIB).toFixed(1)} at the end`,
      );
    },
  },
];
