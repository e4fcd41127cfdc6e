import { describe, expect, it } from "vitest";
import { agent, Conversation, variable } from "./engine.fixture";

const fullName = variable("full_name", "string", { sensitive: true });
const day = variable("day", "date", { description: "Which day suits you?" });
const company = variable("company_name", "string");
const address = variable("new_address", "string");
const reason = variable("reason", "string", { description: "the reason for your call" });
const urgent = variable("urgent", "boolean", { description: "whether it is urgent" });
const rating = variable("rating", "choice", { choices: ["good", "fair", "poor"] });
const outcomes = [
  { tag: "booked", description: "" },
  { tag: "not_booked", description: "" },
];

const NAME = "What is your full name?";

describe("a sentence that answers nothing", () => {
  it.each([
    ["Hi", `Hello. ${NAME}`],
    ["good morning", `Hello. ${NAME}`],
    ["How are you?", `Thank you. ${NAME}`],
    ["Hi, I want to book a cleaning", `All right. ${NAME}`],
    ["I'd like to make an appointment", `All right. ${NAME}`],
    ["can you help me with a claim?", `All right. ${NAME}`],
    ["an appointment please", `All right. ${NAME}`],
    ["are you open on Sundays?", `I am sorry, I cannot answer that. ${NAME}`],
    ["how much is it?", `I am sorry, I cannot answer that. ${NAME}`],
    ["are you a robot?", `I am an automated assistant. ${NAME}`],
    ["no, that is not what I said", `I am sorry about that. ${NAME}`],
    ["what do you need?", NAME],
    ["one moment please", `Take your time. ${NAME}`],
  ])("%j is no name: %s", async (sentence, answer) => {
    const c = new Conversation(agent({ variables: [fullName, day] }));
    expect(await c.tell(sentence)).toBe(answer);
    expect(c.values).toEqual({});
    expect(await c.say("Ada Lovelace")).toBe("Which day suits you?");
    expect(c.values).toEqual({ full_name: "Ada Lovelace" });
  });

  it("a refusal is heeded: the next question is asked, and nothing is stored", async () => {
    const account = variable("account_number", "string", { sensitive: true });
    for (const sentence of [
      "I'm not telling you that",
      "can we skip that?",
      "that's private",
      "I'd rather not",
    ]) {
      const c = new Conversation(agent({ variables: [account, day] }));
      expect(await c.tell(sentence)).toBe("Never mind, let us go on. Which day suits you?");
      expect(c.values).toEqual({});
    }
    const statement = new Conversation(agent({ variables: [reason] }));
    await statement.tell("I don't remember my password and need a new one");
    expect(statement.values).toEqual({ reason: "I don't remember my password and need a new one" });
  });

  it("is asked for again like an answer that was not understood, and then skipped", async () => {
    const c = new Conversation(agent({ variables: [fullName, day], outcomes }));
    await c.tell("I want to book a cleaning", "can you help me?");
    expect(await c.say("hello?")).toContain("Never mind");
    expect(c.values).toEqual({});
  });

  it("is no answer to a question of any type", async () => {
    const yes = new Conversation(agent({ variables: [urgent] }));
    await yes.tell("I would like to make an appointment", "I have a question about my bill");
    expect(yes.values).toEqual({});
    const choice = new Conversation(agent({ variables: [rating] }));
    await choice.tell("Good morning", "I'm good, thanks");
    expect(choice.values).toEqual({});
    const date = new Conversation(agent({ variables: [day] }));
    await date.tell("are you open on Sunday?");
    expect(date.values).toEqual({});
    const label = new Conversation(agent({ variables: [address, company] }));
    await label.tell("I want to change my address", "do you deliver?");
    expect(label.values).toEqual({});
  });

  it("confirms nothing at the read-back", async () => {
    const c = new Conversation(agent({ variables: [day], outcomes }));
    expect(await c.tell("Tuesday", "I would like to book a cleaning")).toContain("Please say yes or no.");
    await c.say("yes");
    expect(c.outcome).toBe("booked");
  });

  it("is answered where nothing has to be asked", async () => {
    const c = new Conversation(agent({}));
    expect(await c.tell("are you open on Sundays?")).toBe(
      "I am sorry, I cannot answer that. Is there anything else?",
    );
  });
});

describe("an answer among other words", () => {
  it.each([
    ["Hi, this is Ada Lovelace, I want to book a cleaning", "Ada Lovelace"],
    ["hi this is ada lovelace i want to book a cleaning", "ada lovelace"],
    ["I want to book a cleaning my name is Ada Lovelace", "Ada Lovelace"],
    ["Ada Lovelace speaking", "Ada Lovelace"],
    ["Ada Lovelace. Are you open on Sundays?", "Ada Lovelace"],
    ["This is Ada Lovelace calling about a cleaning", "Ada Lovelace"],
    ["Hello, good morning, Dr. Ada Lovelace here", "Dr. Ada Lovelace"],
    ["An Nguyen", "An Nguyen"],
    ["George Best", "George Best"],
    ["O'Brien", "O'Brien"],
    ["maria del carmen garcía lópez", "maria del carmen garcía lópez"],
  ])("%j gives the name %s", async (sentence, name) => {
    const c = new Conversation(agent({ variables: [fullName, day] }));
    await c.tell(sentence);
    expect(c.values).toEqual({ full_name: name });
  });

  it.each([
    "book cleaning please",
    "I",
    "the usual one",
    "why do you want to know that",
    "my husband made the appointment for me last week",
    "booking",
    "no thanks",
    "nothing of the sort",
  ])("%j is not plausible as a name, and is asked for in other words", async (sentence) => {
    const c = new Conversation(agent({ variables: [fullName, day] }));
    expect(await c.tell(sentence)).toContain("full name");
    expect(c.values).toEqual({});
  });

  it("gives other values too", async () => {
    const c = new Conversation(agent({ variables: [fullName, day, variable("phone", "phone")] }));
    expect(await c.tell("I'd like to book a cleaning for next Tuesday")).toBe(
      `Thank you, I have noted that. ${NAME}`,
    );
    expect(c.values).toEqual({ day: "2026-11-24" });
    await c.say("Ada Lovelace, and my number is 212 555 0123");
    expect(c.values).toEqual({ day: "2026-11-24", full_name: "Ada Lovelace", phone: "+12125550123" });
  });

  it("may be a request where the question is for a reason, and is kept whole", async () => {
    const c = new Conversation(agent({ variables: [reason] }));
    await c.tell("Hi");
    expect(c.values).toEqual({});
    await c.say("I want to book a cleaning");
    expect(c.values).toEqual({ reason: "I want to book a cleaning" });
  });

  it("may be the name of a thing, which is no person's name", async () => {
    const c = new Conversation(agent({ variables: [company] }));
    await c.tell("The Best Cleaning Service");
    expect(c.values).toEqual({ company_name: "The Best Cleaning Service" });
  });

  it("corrects a name, if it looks like one", async () => {
    const c = new Conversation(agent({ variables: [fullName], outcomes }));
    await c.tell("Ada Byron");
    expect(await c.say("No, I want to cancel my appointment")).toBe(NAME);
    expect(await c.say("Ada Lovelace")).toContain("So that is full name Ada Lovelace.");
    expect(c.values).toEqual({ full_name: "Ada Lovelace" });
  });
});
