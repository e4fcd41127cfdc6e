import { describe, expect, it } from "vitest";
import { OPENING_MESSAGE } from "@/lib/calls/conversation/model-contract";
import { agent, Conversation, type OwnTool, variable } from "./engine.fixture";

const account = variable("account_number", "string", { sensitive: true });
const day = variable("day", "date", { description: "the day you want to come" });
const time = variable("time", "time", { description: "the time you want to come" });
const plan = variable("plan", "choice", { choices: ["Basic", "Plus"] });
const outcomes = [
  { tag: "booked", description: "A day was found." },
  { tag: "not_booked", description: "No day was found." },
];
const booking = agent({ variables: [account, day], outcomes });

const ownTool = (
  name: string,
  properties: object,
  required: string[],
  run: OwnTool["run"] = () => ({ ok: true }),
): OwnTool => ({
  name,
  parameters: { type: "object", properties, required, additionalProperties: false } as OwnTool["parameters"],
  run,
});

const callback = (run?: OwnTool["run"]) =>
  ownTool(
    "schedule_callback",
    { at: { type: "string", format: "date-time" }, note: { type: "string" } },
    ["at"],
    run,
  );

describe("a conversation reaches its aim", () => {
  it("greets behind what the engine says of it, asks in order, notes each answer at once, reads back once and ends", async () => {
    const c = new Conversation({
      ...booking,
      disclosure: { enabled: true, text: "I am an automated assistant." },
      greeting: "Welcome to Acme.",
    });
    expect(await c.open()).toBe("Welcome to Acme. What is your account number?");
    expect(await c.say("It's one two three four.")).toBe("What is the day you want to come?");
    expect(c.values).toEqual({ account_number: "1234" });
    expect(await c.say("Next Tuesday, please")).toBe(
      "Let me read that back: account number 1 2 3 4, day Tuesday 24 November. Is that right?",
    );
    expect(c.values).toEqual({ account_number: "1234", day: "2026-11-24" });
    expect(await c.say("Yes, that's right.")).toBe("Thank you, that is all. Goodbye.");
    expect(c.outcome).toBe("booked");
  });

  it("takes several answers from one sentence", async () => {
    const c = new Conversation(
      agent({ variables: [account, day, time, variable("email", "email")], outcomes }),
    );
    const last = await c.tell(
      "It is 1234 and I'd like to come next Tuesday at half past two, my email is jane at example dot test",
    );
    expect(last).toContain("Let me read that back");
    expect(c.values).toEqual({
      account_number: "1234",
      day: "2026-11-24",
      time: "14:30",
      email: "jane@example.test",
    });
  });

  it("takes free words whole, and a clause that says something else apart", async () => {
    const reason = variable("reason", "string", { description: "the reason for your call" });
    const whole = new Conversation(agent({ variables: [reason, day] }));
    await whole.tell("I want to move my appointment from Tuesday to Friday");
    expect(whole.values).toEqual({ reason: "I want to move my appointment from Tuesday to Friday" });
    const apart = new Conversation(agent({ variables: [reason, day] }));
    await apart.tell("My tooth hurts, and I can come on Tuesday.");
    expect(apart.values).toEqual({ reason: "My tooth hurts", day: "2026-11-24" });
  });

  it("does not ask what was known before, and reads it back", async () => {
    const c = new Conversation(booking, [], { account_number: "1234" });
    expect(await c.open()).toBe("Hello, this is Front desk. What is the day you want to come?");
    expect(await c.say("tomorrow")).toContain("account number 1 2 3 4, day Sunday 22 November");
    await c.say("yes");
    expect(c.values).toEqual({ day: "2026-11-22" });
    expect(c.outcome).toBe("booked");
  });

  it("resumes at the same point if the engine passes current values instead of the initial ones", async () => {
    const c = new Conversation(booking);
    await c.tell("1234");
    Object.assign(c.initialValues, c.values);
    expect(await c.say("tomorrow")).toContain("Let me read that back");
  });

  it("counts days in the caller's zone", async () => {
    // 10:00 in UTC is already the 22nd on Kiritimati.
    const c = new Conversation(booking, [], {}, "Pacific/Kiritimati");
    await c.tell("1234", "tomorrow");
    expect(c.values.day).toBe("2026-11-23");
  });

  it("lets a text message begin, without taking it for an answer", async () => {
    const c = new Conversation(booking);
    c.messages.pop();
    expect(await c.say("Hi there")).toBe("Hello, this is Front desk. What is your account number?");
    const early = new Conversation(booking);
    early.messages.pop();
    expect(await early.say("I'd like to come tomorrow")).toContain("What is your account number?");
    expect(early.values).toEqual({ day: "2026-11-22" });
  });

  it("talks politely where nothing has to be asked, and ends", async () => {
    const c = new Conversation(agent({}));
    expect(await c.open()).toBe("Hello, this is Front desk. How can I help you?");
    expect(await c.say("The lift is broken")).toBe("I can note that down. Is there anything else?");
    expect(await c.say("goodbye")).toContain("Goodbye.");
    expect(c.outcome).toBe("completed");
  });

  it("greets after the announcement of a recording, and only once", async () => {
    const c = new Conversation({ ...booking, greeting: "Welcome to Acme." });
    c.messages.push({ role: "assistant", content: "This call may be recorded." });
    expect(await c.open()).toBe("Welcome to Acme. What is your account number?");
    expect(await c.say("1234")).toBe("What is the day you want to come?");
  });
});

describe("what is not understood", () => {
  it("is asked twice more in other words, then skipped, and the aim is missed", async () => {
    const c = new Conversation(booking);
    const answers = [await c.tell("1234"), await c.say("purple"), await c.say("a banana")];
    expect(new Set(answers).size).toBe(3);
    expect(answers[1]).toContain("Could you tell me the day you want to come?");
    expect(await c.say("elephants")).toBe(
      "Never mind, let us go on. Let me read that back: account number 1 2 3 4. Is that right?",
    );
    await c.say("yes");
    expect(c.outcome).toBe("not_booked");
  });

  it("includes a payment card, of which the history holds only the place", async () => {
    const c = new Conversation(agent({ variables: [variable("reason", "string")] }));
    expect(await c.tell("it's [payment_card].")).toContain("Sorry, I did not get that.");
    expect(c.values).toEqual({});
  });

  it("includes a caller who does not know: the question is dropped at once", async () => {
    const c = new Conversation(booking);
    expect(await c.tell("I don't know it")).toBe(
      "Never mind, let us go on. What is the day you want to come?",
    );
  });

  it("is repeated as it was on request", async () => {
    const c = new Conversation(booking);
    expect(await c.tell("Sorry, can you repeat that?")).toBe("What is your account number?");
  });

  it("is repeated on request as often as a caller on a bad line asks, and stays a question", async () => {
    const c = new Conversation(booking);
    for (const request of ["repeat that, please", "can you repeat that?", "pardon?", "say that again"])
      expect(await c.tell(request)).toContain("What is your account number?");
    expect(await c.say("1234")).toBe("What is the day you want to come?");
  });

  it("is read back whole once more on request", async () => {
    const c = new Conversation(booking);
    const first = await c.tell("1234", "Tuesday");
    await c.say("hm");
    expect(await c.say("repeat that, please")).toBe(first);
  });

  it("does not use up a try when the caller answered another question", async () => {
    const c = new Conversation(booking);
    expect(await c.tell("I can come tomorrow")).toBe(
      "Thank you, I have noted that. What is your account number?",
    );
  });
});

describe("corrections", () => {
  it("with the value in the sentence end in one short read-back", async () => {
    const c = new Conversation(booking);
    const last = await c.tell("1234", "Tuesday", "No, the day is Wednesday");
    expect(last).toBe(
      "Thank you, I have changed that. So that is day Wednesday 25 November. Thank you, that is all. Goodbye.",
    );
    expect(c.values).toEqual({ account_number: "1234", day: "2026-11-25" });
    expect(c.outcome).toBe("booked");
  });

  it("are understood by what they look like, without a name", async () => {
    const date = new Conversation(booking);
    await date.tell("1234", "Tuesday", "no, it's Wednesday");
    expect(date.values).toEqual({ account_number: "1234", day: "2026-11-25" });
    const code = new Conversation(booking);
    await code.tell("1234", "Tuesday", "no, it's 1 2 3 5");
    expect(code.values).toEqual({ account_number: "1235", day: "2026-11-24" });
    const not = new Conversation(booking);
    await not.tell("1234", "Tuesday", "Not Tuesday, Wednesday");
    expect(not.values.day).toBe("2026-11-25");
  });

  it("of an earlier answer are heard after a no, though something else was asked", async () => {
    const c = new Conversation(booking);
    await c.tell("double five oh seven", "no wait, double five oh eight");
    expect(c.values).toEqual({ account_number: "5508" });
  });

  it("ask which one after a bare no, and for its value", async () => {
    const c = new Conversation(booking);
    expect(await c.tell("1234", "Tuesday", "no")).toBe("Which one is wrong?");
    expect(await c.say("the account number")).toBe("What is your account number?");
    expect(await c.say("five six seven eight")).toContain("So that is account number 5 6 7 8.");
    expect(c.values).toEqual({ account_number: "5678", day: "2026-11-24" });
    expect(c.outcome).toBe("booked");
  });

  it.each(["the name", "it's the name", "my name please", "the name is wrong"])(
    "that only name a value ask for the new one: %s",
    async (named) => {
      const c = new Conversation(agent({ variables: [variable("name", "string"), day], outcomes }));
      await c.tell("Jane Doe", "Tuesday", "no");
      expect(await c.say(named)).toBe("What is your name?");
      expect(await c.say("Jane Roe")).toContain("So that is name Jane Roe.");
      expect(c.values).toEqual({ name: "Jane Roe", day: "2026-11-24" });
    },
  );

  it("of the only value need no name", async () => {
    const c = new Conversation(agent({ variables: [account], outcomes }));
    expect(await c.tell("1234", "no")).toBe("What is your account number?");
    const name = new Conversation(
      agent({ variables: [variable("full_name", "string", { description: "your name" })], outcomes }),
    );
    await name.tell("Jane Doe", "No, it's Jane Dow");
    expect(name.values).toEqual({ full_name: "Jane Dow" });
  });

  it("are heard between the questions", async () => {
    const c = new Conversation(agent({ variables: [account, day, plan], outcomes }));
    await c.tell("1234", "Tuesday");
    expect(await c.say("Actually, the day should be Wednesday")).toMatch(
      /^Thank you, I have changed that\. What is your plan\?/,
    );
    expect(c.values.day).toBe("2026-11-25");
    expect(await c.say("Actually my account number is wrong")).toContain("What is your account number?");
    expect(await c.say("99 88")).toContain("What is your plan?");
    expect(c.values.account_number).toBe("9988");
  });

  it("that never come leave the aim unreached", async () => {
    const c = new Conversation(booking);
    await c.tell("1234", "Tuesday", "no", "purple", "purple", "purple");
    expect(c.outcome).toBe("not_booked");
  });
});

describe("the agent's tools", () => {
  it("run once, with the values of their names, after the caller has confirmed", async () => {
    const book = ownTool(
      "book",
      { account_number: { type: "string" }, day: { type: "string" }, extra: { type: "string" } },
      ["account_number", "day"],
    );
    const c = new Conversation(booking, [book]);
    await c.tell("1234", "Tuesday");
    expect(c.ran).toEqual([]);
    expect(await c.say("yes")).toBe("That is done. Thank you, that is all. Goodbye.");
    expect(c.ran).toEqual([{ name: "book", input: { account_number: "1234", day: "2026-11-24" } }]);
    expect(c.outcome).toBe("booked");
  });

  it("do not run while a parameter is missing", async () => {
    const c = new Conversation(booking, [ownTool("book", { room: { type: "string" } }, ["room"])]);
    await c.tell("1234", "Tuesday", "yes");
    expect(c.ran).toEqual([]);
    expect(c.outcome).toBe("booked");
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("secret of the server");
      },
    ],
    ["answers an error", () => ({ error: "secret of the server" })],
    ["says that it is not ok", () => ({ ok: false })],
  ])("that fail (one that %s) are told politely and the aim is missed", async (_, run) => {
    const c = new Conversation(booking, [ownTool("book", { day: { type: "string" } }, ["day"], run)]);
    const last = await c.tell("1234", "Tuesday", "yes");
    expect(last).toBe("I am sorry, that could not be completed just now. Thank you for your time. Goodbye.");
    expect(c.ran).toHaveLength(1);
    expect(c.outcome).toBe("not_booked");
  });

  it("arrange a call back from the day and time that were asked for", async () => {
    const c = new Conversation(
      agent({ variables: [day, time], outcomes, tools: ["schedule_callback"] }),
      [callback()],
      {},
      "America/New_York",
    );
    const last = await c.tell("Tuesday at half past two", "yes");
    expect(c.ran).toEqual([{ name: "schedule_callback", input: { at: "2026-11-24T19:30:00.000Z" } }]);
    expect(last).toContain("We will call you back on Tuesday 24 November at 2:30 pm.");
    expect(c.outcome).toBe("booked");
  });

  it("ask for the time of a call back when only its day is known", async () => {
    const c = new Conversation(booking, [callback()]);
    expect(await c.tell("1234", "Tuesday", "yes")).toBe("At what time should we call you?");
    expect(await c.say("at 3")).toContain("We will call you back on Tuesday 24 November at 3:00 pm.");
    expect(c.ran).toEqual([{ name: "schedule_callback", input: { at: "2026-11-24T15:00:00.000Z" } }]);
    expect(c.outcome).toBe("booked");
  });

  it("arrange a call back at any time when the caller asks for one", async () => {
    const c = new Conversation(agent({ variables: [account], outcomes }), [callback()]);
    expect(await c.tell("Can you call me back tomorrow at 3?")).toContain(
      "We will call you back on Sunday 22 November at 3:00 pm.",
    );
    expect(c.ran).toEqual([{ name: "schedule_callback", input: { at: "2026-11-22T15:00:00.000Z" } }]);
    expect(c.outcome).toBe("not_booked");
    const when = new Conversation(agent({}), [callback()]);
    expect(await when.tell("please call me back")).toContain("When should we call you back?");
    await when.say("Monday at noon");
    expect(when.ran).toEqual([{ name: "schedule_callback", input: { at: "2026-11-23T12:00:00.000Z" } }]);
    expect(when.outcome).toBe("completed");
  });
});

describe("wishes that are heard at any time", () => {
  it.each(["opt_out", "human"] as const)(
    "one that the engine answers itself (%s) is no answer: the question that stands is put again",
    async (wish) => {
      const c = new Conversation(booking);
      await c.open();
      const providerOptions = { parley: { engineTopic: wish } };
      c.messages.push({ role: "user", content: "yes", providerOptions });
      c.messages.push({ role: "assistant", content: "Do you want that?", providerOptions });
      c.messages.push({ role: "user", content: "no", providerOptions });
      expect(await c.open()).toBe("What is your account number?");
      expect(c.values).toEqual({});
    },
  );

  it("goodbye ends it there", async () => {
    const c = new Conversation(booking);
    expect(await c.tell("1234", "sorry, I have to go, bye")).toBe("Thank you for your time. Goodbye.");
    expect(c.outcome).toBe("not_booked");
    expect(c.values).toEqual({ account_number: "1234" });
  });
});

describe("questions are English, however the description is put", () => {
  it.each([
    ["your account number", "string", "What is your account number?"],
    ["account number", "string", "What is your account number?"],
    ["Account number", "string", "What is your account number?"],
    ["The caller's account number.", "string", "What is your account number?"],
    ["Ask for the account number (8 digits). It is on the letter.", "string", "What is the account number?"],
    ["Which day suits you?", "date", "Which day suits you?"],
    ["when you want to come", "date", "Could you tell me when you want to come?"],
    ["whether you are insured", "boolean", "Could you tell me whether you are insured?"],
    ["has insurance", "boolean", "Could you tell me whether you have insurance?"],
    ["consent to a reminder", "boolean", "Yes or no, please: your consent to a reminder?"],
    ["dates of travel", "string", "What are your dates of travel?"],
    ["home address", "string", "What is your home address?"],
    ["IBAN", "string", "What is your IBAN?"],
    ["", "string", "What is your the thing?"],
  ] as const)("%j", async (description, type, question) => {
    const c = new Conversation(
      agent({ greeting: "Hi.", variables: [variable("the_thing", type, { description })] }),
    );
    expect(await c.open()).toBe(`Hi. ${question.replace("your the", "the")}`);
  });

  it("names the choices", async () => {
    const c = new Conversation(agent({ greeting: "Hi.", variables: [plan] }));
    expect(await c.open()).toBe("Hi. What is your plan? You can choose Basic or Plus.");
  });
});

it("is not confused by a variable whose name every object has", async () => {
  const c = new Conversation(agent({ variables: [variable("constructor", "string"), day] }));
  expect(await c.tell("My constructor is Acme")).toContain("What is the day you want to come?");
  expect(c.values).toEqual({ constructor: "Acme" });
});

it("takes the engine's opening message for no utterance", async () => {
  const c = new Conversation(booking);
  expect(c.messages).toEqual([{ role: "user", content: OPENING_MESSAGE }]);
  expect(await c.open()).toContain("What is your account number?");
});
