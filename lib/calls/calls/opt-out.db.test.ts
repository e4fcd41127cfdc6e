import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import type { Call } from "./schema";
import { type CallFixture, createCallFixture, VARIABLES } from "./testing/call-fixture";
import { BOOKED, calls, json, says, startTestModel, type TestModel } from "./testing/model";

/**
 * A model that ignores its instructions: it never uses a tool, claims what it did not do, and invents a good
 * outcome.
 */
const CLAIM = "Of course. We will not contact you again. Have a great day!";
const HAPPY = json({
  outcome: "booked",
  summary: "The caller was happy to be called again. They booked a table.",
  successful: true,
});

let fixture: CallFixture;
let model: TestModel;
let stubbornId: string;
let builtinId: string;
let numbers = 0;
const nextNumber = () => `+1212555${String(1_000 + numbers++)}`;

beforeAll(async () => {
  fixture = await createCallFixture();
  model = await startTestModel(fixture);
  stubbornId = await fixture.agent({ model: model.id, variables: VARIABLES });
  builtinId = await fixture.agent({ variables: VARIABLES });
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});
beforeEach(() => model.answer({ says: [says("How can I help?"), says(CLAIM)], conclude: HAPPY }));

const suppressed = async (number: string) => {
  const hash = (await workspaceIndexer(fixture.space.workspaceId)).hash("number", number);
  return fixture.rows.all(db.selectFrom("suppressions").selectAll().where("contact_hash", "=", hash));
};
const last = ({ transcript }: Pick<Call, "transcript">) => transcript.at(-1)?.text ?? "";
async function start(agentId: string, extra: object = {}) {
  const to = nextNumber();
  const { id } = await fixture.startCall(agentId, { to, ...extra });
  return { id, to };
}
const MODELS = [
  ["the built-in model", () => builtinId],
  ["a model that ignores everything", () => stubbornId],
] as const;

describe.each(MODELS)("with default tools and %s", (_, agentOf) => {
  it("an unambiguous request takes effect immediately, before the reply", async () => {
    const { id, to } = await start(agentOf());
    const { call } = await fixture.say(id, "I have told you twice, please stop calling me");
    expect(await suppressed(to)).toMatchObject([
      { channels: ["call", "text"], source: "spoken_opt_out", call_id: id },
    ]);
    expect(last(call)).toMatch(/removed your number.*Did I get that right\?$/);
  });

  it.each(["yes", "what is my balance?", "(not understood)", "no thank you"])(
    "the one question afterwards keeps it where the answer is %j",
    async (answer) => {
      const { id, to } = await start(agentOf());
      await fixture.say(id, "take me off your list");
      const { call } = await fixture.say(id, answer);
      expect(await suppressed(to)).toHaveLength(1);
      expect(call).toMatchObject({
        status: "completed",
        end_reason: "opted_out",
        outcome: { tag: "opted_out", successful: false },
      });
    },
  );

  it("the one question afterwards can undo only this call's suppression", async () => {
    const { id, to } = await start(agentOf());
    await fixture.say(id, "stop calling me");
    const { call } = await fixture.say(id, "no, that's not what I meant");
    expect(call.status).toBe("in_progress");
    expect(await suppressed(to)).toEqual([]);
    expect((await fixture.end(id)).outcome?.tag).not.toBe("opted_out");

    const earlier = await start(agentOf());
    await fixture.say(earlier.id, "stop calling me");
    await fixture.end(earlier.id);
    const later = await start(agentOf(), { to: earlier.to });
    await fixture.say(later.id, "stop calling me");
    await fixture.say(later.id, "no");
    // A suppression confirmed in two conversations belongs to both: undoing it in one does not lift the
    // other's.
    expect(await suppressed(earlier.to)).toMatchObject([{ call_id: null }]);

    const first = await start(agentOf());
    await fixture.say(first.id, "stop calling me");
    const second = await start(agentOf(), { to: first.to });
    await fixture.say(second.id, "never call me again");
    await fixture.say(second.id, "yes");
    await fixture.say(first.id, "no");
    expect(await suppressed(first.to)).toHaveLength(1);
  });

  it("an undo says that the number stays suppressed if an earlier request still applies", async () => {
    const earlier = await start(agentOf());
    await fixture.say(earlier.id, "stop calling me");
    await fixture.end(earlier.id);
    const later = await start(agentOf(), { to: earlier.to });
    await fixture.say(later.id, "stop calling me");
    const { call } = await fixture.say(later.id, "no, keep calling me");
    expect(await suppressed(earlier.to)).toHaveLength(1);
    const words = JSON.stringify(call.transcript);
    expect(words).not.toContain("I have undone that");
    expect(words).toContain("Your number stays removed because of an earlier request");
    expect(call.status).toBe("in_progress");
    const { outcome } = await fixture.end(later.id);
    expect(outcome?.tag).not.toBe("opted_out");
    expect(outcome?.summary).toContain("the number stays removed because of an earlier request");
  });

  it("an ambiguous request is asked about once, and only yes suppresses", async () => {
    const questioned = await start(agentOf());
    const { call } = await fixture.say(questioned.id, "leave me alone");
    expect(last(call)).toBe("Do you want us to stop contacting you?");
    expect(await suppressed(questioned.to)).toEqual([]);
    await fixture.say(questioned.id, "yes please");
    expect(await suppressed(questioned.to)).toHaveLength(1);

    const declined = await start(agentOf());
    await fixture.say(declined.id, "don't call me");
    const after = await fixture.say(declined.id, "no");
    expect(after.call.status).toBe("in_progress");
    expect(await suppressed(declined.to)).toEqual([]);
    const repeated = await fixture.say(declined.id, "leave me alone");
    expect(last(repeated.call)).not.toBe("Do you want us to stop contacting you?");
  });

  it("without a number the agent says that there is nothing to suppress, and claims nothing", async () => {
    const { id } = await fixture.startCall(agentOf());
    const { call } = await fixture.say(id, "stop calling me");
    expect(call.status).toBe("in_progress");
    expect(last(call)).toContain("no telephone number");
    expect(last(call)).not.toContain("not contact you again");
    const done = await fixture.end(id);
    expect(done.outcome?.tag).not.toBe("opted_out");
    expect(done.outcome?.summary).toContain("there was no number to remove");
  });

  it("the engine writes summary and outcome", async () => {
    const { id } = await start(agentOf());
    await fixture.say(id, "unsubscribe me");
    const done = await fixture.end(id);
    expect(done).toMatchObject({
      end_reason: "opted_out",
      outcome: {
        tag: "opted_out",
        successful: false,
        summary: "The caller asked not to be contacted again, and their number was removed.",
      },
    });
  });

  it("a request for a person is answered once if no person is available", async () => {
    const { id } = await fixture.startCall(agentOf());
    await fixture.say(id, "let me talk to a person");
    const { call } = await fixture.say(id, "let me talk to a person");
    expect(JSON.stringify(call.transcript).split("cannot put you through")).toHaveLength(2);
  });
});

describe("a model that claims to have removed the caller", () => {
  it("is not believed: the caller is asked, and only yes suppresses", async () => {
    const { id, to } = await start(stubbornId);
    const { call } = await fixture.say(id, "I have had it with you lot");
    expect(JSON.stringify(call.transcript)).not.toContain("not contact you again");
    expect(last(call)).toBe("Do you want us to stop contacting you?");
    expect(await suppressed(to)).toEqual([]);
    await fixture.say(id, "yes");
    expect(await suppressed(to)).toHaveLength(1);
  });

  it("is not believed after a no either", async () => {
    const { id, to } = await start(stubbornId);
    await fixture.say(id, "leave me alone");
    const { call } = await fixture.say(id, "no");
    expect(JSON.stringify(call.transcript)).not.toContain("not contact you again");
    expect(await suppressed(to)).toEqual([]);
  });

  it("cannot hide an opt-out with its own outcome", async () => {
    model.answer({
      says: [says("How can I help?"), calls("end_call", { outcome: "booked" }, "Booked.")],
      conclude: BOOKED,
    });
    const { id, to } = await start(stubbornId);
    await fixture.say(id, "remove my number");
    const { call } = await fixture.say(id, "yes");
    expect(await suppressed(to)).toHaveLength(1);
    expect(call.outcome).toMatchObject({ tag: "opted_out", successful: false });
    expect(call.outcome?.summary).not.toContain("booked");
  });
});

describe("a model that uses opt_out", () => {
  it("suppresses the caller even if the agent does not list the tool, and the engine informs the caller", async () => {
    model.answer({ says: [says("How can I help?"), calls("opt_out", {}, "Sure."), says("Nothing.")] });
    const { id, to } = await start(stubbornId);
    const { call } = await fixture.say(id, "I am fed up with it");
    expect(await suppressed(to)).toMatchObject([{ call_id: id }]);
    expect(call.transcript.some(({ tool }) => tool?.name === "opt_out" && tool.ok)).toBe(true);
    expect(last(call)).toContain("removed your number");
    const offered = JSON.stringify(model.requests.at(-1)?.body.tools);
    expect(offered).toContain('"opt_out"');
  });
});

describe("the disclosure", () => {
  const TEXT = "Hello, you are speaking with an automated assistant.";
  it("is said once by the engine if the model omits it", async () => {
    const { id, transcript } = await fixture.startCall(stubbornId);
    expect(transcript.map(({ text }) => text)).toEqual([`${TEXT} How can I help?`]);
    const { call } = await fixture.say(id, "Which day?");
    expect(JSON.stringify(call.transcript).split("automated assistant")).toHaveLength(2);
    expect(JSON.stringify(model.requests[0]?.body.messages)).not.toContain("automated assistant");
  });

  it("is not repeated if the model says it", async () => {
    model.answer({ says: [says("hello - you're speaking with an automated assistant, hi!", " What now?")] });
    const { transcript } = await fixture.startCall(stubbornId);
    expect(last({ transcript }).toLowerCase().split("automated assistant")).toHaveLength(2);
  });

  it("is left to a greeting that contains it, if the model says that greeting", async () => {
    const greeting = "Good day! Hello, you are speaking with an automated assistant of Acme.";
    const agentId = await fixture.agent({ model: model.id, greeting });
    model.answer({ says: [says(greeting)] });
    expect(last(await fixture.startCall(agentId))).toBe(greeting);
    model.answer({ says: [says("What do you want?")] });
    expect(last(await fixture.startCall(agentId))).toBe(`${TEXT} What do you want?`);
  });

  it("is not said if the agent's setting is off", async () => {
    const agentId = await fixture.agent({ model: model.id, disclosure: { enabled: false } });
    expect(last(await fixture.startCall(agentId))).toBe("How can I help?");
  });
});
