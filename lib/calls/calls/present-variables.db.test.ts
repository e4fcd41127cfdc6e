import { afterAll, beforeAll, expect, it } from "vitest";
import { updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { closeHub } from "@/lib/platform/live";
import { listCalls } from ".";
import { ListCalls } from "./schema";
import { type CallFixture, createCallFixture, variable } from "./testing/call-fixture";

const VARIABLES = [
  variable("account_number", { sensitive: true }),
  variable("room"),
  variable("guests", { type: "number" }),
  variable("person", { description: "your name" }),
];
const BREATH = "the blue room, and my account is 4815 1623 42, tell Waldemar";

let fixture: CallFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createCallFixture();
  agentId = await fixture.agent({ variables: VARIABLES });
});
afterAll(closeHub);

/** The call's variables, as the call and as the list show them. */
async function readBothViews(id: string) {
  const { data } = await listCalls(fixture.space.ctx("viewer"), ListCalls.parse({}));
  return { one: (await fixture.read(id)).variables, listed: data.find((call) => call.id === id)?.variables };
}

it("masks a sensitive value within another value, during the call and after settling", async () => {
  const { id } = await fixture.startCall(agentId);
  for (const text of ["it is 77001122", BREATH, "4"]) await fixture.say(id, text);
  const running = await readBothViews(id);
  expect(running.one).toEqual({
    account_number: { masked: true },
    room: "the blue room, and my account is [digits], tell Waldemar",
    guests: 4,
  });
  expect(running.listed).toMatchObject({ room: { masked: true }, guests: { masked: true } });

  for (const text of ["my name is Waldemar", "no", "the account number", "4815162342"])
    await fixture.say(id, text);
  const settled = await readBothViews(id);
  expect(settled.one).toEqual({
    account_number: { masked: true },
    room: "the blue room, and my account is [account_number], tell Waldemar",
    guests: 4,
    person: "Waldemar",
  });
  expect(settled.listed).toEqual(settled.one);

  fixture.advanceClock(1);
  const marked = VARIABLES.map((definition) =>
    definition.name === "person" ? { ...definition, sensitive: true } : definition,
  );
  await updateAgent(fixture.space.ctx("owner"), agentId, UpdateAgent.parse({ variables: marked }));
  expect((await readBothViews(id)).one).toMatchObject({
    room: "the blue room, and my account is [account_number], tell [person]",
    person: { masked: true },
  });
});

it("masks a value that only the turns reveal, because it was withdrawn, in another value too", async () => {
  const { id } = await fixture.startCall(agentId);
  for (const text of ["it is 4815162342", BREATH, "4", "my name is Waldemar", "no", "the account number"])
    await fixture.say(id, text);
  await fixture.say(id, "77001122");
  const settled = await readBothViews(id);
  expect(settled.one.account_number).toEqual({ masked: true });
  expect(JSON.stringify(settled)).not.toContain("4815");
});

it("masks a value that masking cannot read, during the call and after settling", async () => {
  const spanish = "siete cero tres cinco uno seis dos nueve";
  for (const sensitive of [true, false]) {
    const variables = [variable("account_number", { sensitive }), variable("note")];
    const { id } = await fixture.startCall(await fixture.agent({ variables }));
    await fixture.say(id, "it is 70351629");
    await fixture.say(id, spanish);
    const views = [await readBothViews(id)];
    await fixture.end(id);
    views.push(await readBothViews(id));
    for (const { one, listed } of views) {
      expect(one.note).toEqual({ masked: true });
      expect(listed?.note).toEqual({ masked: true });
    }
    expect((await fixture.read(id)).settled_at).not.toBeNull();
  }
});

it("masks the parts of a sensitive value that other values repeat", async () => {
  const variables = ["account_number", "first", "second", "third", "fourth", "guests"].map((name) =>
    variable(name, name === "account_number" ? { sensitive: true } : {}),
  );
  const { id } = await fixture.startCall(await fixture.agent({ variables }));
  const parts = ["it is 70351629", "the first half is 70", "35 is the second", "then 16", "and 29", "7"];
  for (const text of parts) await fixture.say(id, text);
  await fixture.end(id);
  const { one, listed } = await readBothViews(id);
  expect(one).toEqual({
    account_number: { masked: true },
    first: { masked: true },
    second: "[account_number] is the second",
    third: { masked: true },
    fourth: "and [account_number]",
    guests: "7",
  });
  expect(listed).toEqual(one);
});
