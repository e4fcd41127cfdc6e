import { afterAll, beforeAll, expect, it } from "vitest";
import { updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { closeHub } from "@/lib/platform/live";
import { listCalls } from ".";
import { ListCalls } from "./schema";
import { type Desk, openDesk, variable } from "./testing/desk";

const VARIABLES = [
  variable("account_number", { sensitive: true }),
  variable("room"),
  variable("guests", { type: "number" }),
  variable("person", { description: "your name" }),
];
const BREATH = "the blue room, and my account is 4815 1623 42, tell Waldemar";

let desk: Desk;
let agentId: string;
beforeAll(async () => {
  desk = await openDesk();
  agentId = await desk.agent({ variables: VARIABLES });
});
afterAll(closeHub);

/** The call's variables, as the call itself and as the list shows them. */
async function shown(id: string) {
  const { data } = await listCalls(desk.space.ctx("viewer"), ListCalls.parse({}));
  return { one: (await desk.read(id)).variables, listed: data.find((call) => call.id === id)?.variables };
}

it("an open value in which a sensitive one was said along is masked there, running and settled", async () => {
  const { id } = await desk.start(agentId);
  for (const text of ["it is 77001122", BREATH, "4"]) await desk.say(id, text);
  const running = await shown(id);
  expect(running.one).toEqual({
    account_number: { masked: true },
    room: "the blue room, and my account is [digits], tell Waldemar",
    guests: 4,
  });
  expect(running.listed).toMatchObject({ room: { masked: true }, guests: { masked: true } });

  for (const text of ["my name is Waldemar", "no", "the account number", "4815162342"])
    await desk.say(id, text);
  const settled = await shown(id);
  expect(settled.one).toEqual({
    account_number: { masked: true },
    room: "the blue room, and my account is [account_number], tell Waldemar",
    guests: 4,
    person: "Waldemar",
  });
  expect(settled.listed).toEqual(settled.one);

  desk.wait(1);
  const marked = VARIABLES.map((one) => (one.name === "person" ? { ...one, sensitive: true } : one));
  await updateAgent(desk.space.ctx("owner"), agentId, UpdateAgent.parse({ variables: marked }));
  expect((await shown(id)).one).toMatchObject({
    room: "the blue room, and my account is [account_number], tell [person]",
    person: { masked: true },
  });
});

it("a value that only the turns tell, as it was taken back, is masked in another one too", async () => {
  const { id } = await desk.start(agentId);
  for (const text of ["it is 4815162342", BREATH, "4", "my name is Waldemar", "no", "the account number"])
    await desk.say(id, text);
  await desk.say(id, "77001122");
  const settled = await shown(id);
  expect(settled.one.account_number).toEqual({ masked: true });
  expect(JSON.stringify(settled)).not.toContain("4815");
});
