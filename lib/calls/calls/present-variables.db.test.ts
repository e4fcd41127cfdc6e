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
