import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { defaultHttpClient } from "@/lib/platform/egress";
import { validationMessage } from "@/lib/platform/validation-messages";
import { readCall, updateCall } from ".";
import { SendMessage } from "./schema";
import { type CallFixture, createCallFixture, variable } from "./testing/call-fixture";
import { BOOKED, json, says, startTestModel, type TestModel } from "./testing/model";

const ACCOUNT = "481516234242";
/** Texts that take longest to mask: numbers that answer a question, near misses of its value. */
const HOSTILE = [
  "4111 1111 1111 1117 ",
  "four thousand one hundred two hundred and ",
  "4-8-1-5-1-6-2-3-4-2-4-1-",
];
const TURNS = 8;
const VIEWERS = 6;
/** Threads start slowly on a busy machine. */
const SETUP_TIMEOUT_MS = 120_000;
const SETTLE_TIMEOUT_MS = 60_000;

let attacker: CallFixture;
let otherFixture: CallFixture;
let model: TestModel;
let attacked: string;
let quiet: string;
beforeAll(async () => {
  attacker = await createCallFixture();
  otherFixture = await createCallFixture();
  const names = ["account_number", "policy", "order", "room", "badge"];
  const variables = names.map((name) => variable(name, { sensitive: true }));
  model = await startTestModel(attacker);
  model.answer({
    says: [says("Thank you. Go on.")],
    extract: json({ account_number: ACCOUNT }),
    conclude: BOOKED,
  });
  const hostile = await attacker.agent({ model: model.id, variables });
  attacked = (await attacker.startCall(hostile, { variables: { account_number: ACCOUNT } })).id;
  quiet = (await otherFixture.startCall(await otherFixture.agent({ variables }))).id;
  for (let n = 0; n < TURNS; n++) {
    const text = (HOSTILE[n % HOSTILE.length] ?? "").repeat(300).slice(0, 3_980);
    await attacker.say(attacked, n === 5 ? `${text} ${ACCOUNT}` : text);
  }
}, SETUP_TIMEOUT_MS);
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
});

describe("eight turns of 4 kB in a call, read by six viewers at once", () => {
  it("are shown without the value, and another workspace is answered meanwhile", async () => {
    // Notes are masked by the turns, so each view masks this call again.
    await updateCall(attacker.ctx, attacked, { notes: `The account is ${ACCOUNT}.` });
    const views = Array.from({ length: VIEWERS }, () => readCall(attacker.space.ctx("viewer"), attacked));
    const [{ turns }, ...shownCalls] = await Promise.all([
      otherFixture.say(quiet, "My account number is 4 8 1 5."),
      ...views,
    ]);
    expect(turns.length).toBeGreaterThan(1);
    for (const { transcript, notes } of shownCalls) {
      expect(transcript.filter(({ role }) => role === "caller").length).toBe(TURNS);
      expect(JSON.stringify(transcript) + notes).not.toContain(ACCOUNT);
    }
  });

  it(
    "are settled with the value masked in all stored fields",
    async () => {
      await attacker.end(attacked);
      // On a busy machine the request ends before this much text is masked, and the call settles later.
      const call = await vi.waitUntil(
        async () => {
          const ended = await readCall(attacker.space.ctx("viewer"), attacked);
          return ended.settled_at !== null && ended;
        },
        { timeout: SETTLE_TIMEOUT_MS, interval: 250 },
      );
      expect(JSON.stringify(call.transcript)).not.toContain(ACCOUNT);
    },
    SETUP_TIMEOUT_MS,
  );
});

it("a message above the maximum length is rejected with the limit", () => {
  const refused = SendMessage.safeParse({ text: "a".repeat(4_001) }, { error: validationMessage });
  expect(refused.error?.issues[0]?.message).toBe("Use at most 4,000 characters.");
  expect(SendMessage.safeParse({ text: "a".repeat(4_000) }).success).toBe(true);
});
