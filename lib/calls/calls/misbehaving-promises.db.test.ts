import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MODEL_LIMITS } from "@/lib/agents/models";
import * as ways from "@/lib/agents/models/testing/misbehaviors";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { listCalls } from ".";
import { ListCalls } from "./schema";
import { type CallFixture, createCallFixture, VARIABLES } from "./testing/call-fixture";
import { type MisbehavingModel, startMisbehavingModel } from "./testing/misbehaving-model";

const ACCOUNT = "48151623";
const CARD = "4111 1111 1111 1111";
/** A model that answers is never late, however busy the machine is. */
const PATIENT = { firstByteMs: 15_000, wholeAnswerMs: 15_000, idleMs: 15_000, retryDelayMs: 5 };
/** Hanging requests take this long; the other requests of the same test have it too. */
const HANGING = { ...PATIENT, firstByteMs: 4_000, wholeAnswerMs: 4_000, idleMs: 4_000 };
const DISCLOSURE = "You are talking to an automated assistant of the Corner Table.";

let fixture: CallFixture;
let model: MisbehavingModel;
let agentId: string;
let numbers = 0;
beforeAll(async () => {
  Object.assign(MODEL_LIMITS, PATIENT);
  fixture = await createCallFixture();
  model = await startMisbehavingModel(fixture);
  const disclosure = { enabled: true, text: DISCLOSURE };
  agentId = await fixture.agent({ model: model.id, variables: VARIABLES, disclosure });
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});

const MISBEHAVIORS: [string, () => ways.Misbehavior[]][] = [
  ["does as it is told", () => []],
  ["forgets its disclosure", () => [ways.forgetsDisclosure]],
  ["forgets its tools", () => [ways.forgetsTools]],
  ["forgets its tools and repeats what it hears", () => [ways.forgetsTools, ways.repeatsValues]],
  ["repeats what it hears", () => [ways.repeatsValues]],
  ["promises an opt-out", () => [ways.promisesOptOut]],
  ["promises everything", () => [ways.promisesEverything]],
  ["changes language", () => [ways.changesLanguage]],
  ["calls one tool for ever", () => [ways.loopsTools()]],
  ["calls a tool that nobody has", () => [ways.invents("delete_all_contacts")]],
  ["answers with nothing", () => [ways.answersEmpty]],
  ["is cut", () => [ways.answersCut]],
  ["is filtered", () => [ways.answersFiltered()]],
  ["refuses", () => [ways.refuses]],
  ["drops its stream midway", () => [ways.dropsAfterFirstToken]],
  ["fails behind its greeting", () => [ways.afterGreeting(ways.fails(500))]],
  ["fails at once", () => [ways.fails(500)]],
  ["hangs behind its greeting", () => [ways.afterGreeting(ways.hangs)]],
];

const freshNumber = () =>
  `+1212555${String(1_000 + numbers++)
    .padStart(4, "0")
    .slice(-4)}`;
const suppressed = async (number: string) => {
  const hash = (await workspaceIndexer(fixture.space.workspaceId)).hash("number", number);
  const rows = await fixture.rows.all(
    db.selectFrom("suppressions").select("channels").where("contact_hash", "=", hash),
  );
  return rows.flatMap(({ channels }) => channels as string[]).sort();
};
const say = (id: string, text: string) => fixture.say(id, text).catch(() => null);
async function settle(id: string) {
  await fixture.end(id).catch(() => undefined);
  return fixture.read(id);
}

describe.each(MISBEHAVIORS)("with a model that %s", (name, behaviors) => {
  const endsAtOnce = name === "fails at once";
  beforeAll(() => void Object.assign(MODEL_LIMITS, name.startsWith("hangs") ? HANGING : PATIENT));
  afterAll(() => void Object.assign(MODEL_LIMITS, PATIENT));

  it("the first turn begins with the disclosure, said once", async () => {
    model.behave(...behaviors());
    const { id } = await fixture.startCall(agentId);
    await say(id, "Hello.");
    const { transcript } = await fixture.read(id);
    expect(transcript[0]).toMatchObject({ role: "agent" });
    expect(transcript[0]?.text?.startsWith(DISCLOSURE)).toBe(true);
    const all = transcript.map(({ text }) => text ?? "").join(" ");
    expect(all.split(DISCLOSURE)).toHaveLength(2);
  });

  it.each(["Please stop calling me.", "Take me off your list.", "Do not contact me again."])(
    "%j suppresses the number immediately, for every model behavior",
    async (words) => {
      model.behave(...behaviors());
      const to = freshNumber();
      const { id, ended_at } = await fixture.startCall(agentId, { to });
      if (endsAtOnce) {
        // The call ended after the caller was informed, before they could speak.
        expect(ended_at).not.toBeNull();
        await expect(fixture.say(id, words)).rejects.toMatchObject({ code: "invalid_state" });
        return;
      }
      await say(id, words);
      expect(await suppressed(to)).toEqual(["call", "text"]);
      const call = await settle(id);
      expect(call).toMatchObject({ end_reason: "opted_out", outcome: { tag: "opted_out" } });
    },
  );

  it.each(["Stop calling it a refund.", "Do not call me before nine.", "I said goodbye to my old plan."])(
    "%j suppresses nothing and ends nothing",
    async (words) => {
      model.behave(...behaviors());
      const to = freshNumber();
      const { id } = await fixture.startCall(agentId, { to });
      await say(id, words);
      expect(await suppressed(to)).toEqual([]);
      expect((await fixture.read(id)).end_reason ?? "none").not.toBe("opted_out");
    },
  );

  it("a model's promise alone suppresses nothing, and is corrected", async () => {
    model.behave(...behaviors(), ways.promisesOptOut);
    const to = freshNumber();
    const { id } = await fixture.startCall(agentId, { to });
    await say(id, "What are your opening hours?");
    const { transcript } = await fixture.read(id);
    const promised = transcript.some(({ text }) => text?.includes("will not contact you again"));
    expect(promised).toBe((await suppressed(to)).length > 0);
  });

  it("a sensitive value and a card are never shown after settling, extracted or not", async () => {
    model.behave(...behaviors());
    const { id } = await fixture.startCall(agentId);
    for (const words of [`It is ${ACCOUNT}.`, `My card is ${CARD}, thanks.`, "On the 24th of November 2026."])
      await say(id, words);
    const call = await settle(id);
    const list = await listCalls(fixture.space.ctx("viewer"), ListCalls.parse({}));
    const text = JSON.stringify([call, list]).replaceAll(/(?<=\d)[\s-]+(?=\d)/g, "");
    expect([ACCOUNT, CARD.replaceAll(" ", "")].filter((secret) => text.includes(secret))).toEqual([]);
  });
});
