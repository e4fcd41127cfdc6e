import { generateText } from "ai";
import { describe, expect, it } from "vitest";
import { Conclusion } from "@/lib/calls/conversation/model-contract";
import { agent, Conversation, type OwnTool, variable } from "./engine.fixture";

const fullName = variable("full_name", "string", { sensitive: true });
const day = variable("day", "date");
const outcomes = [
  { tag: "booked", description: "" },
  { tag: "not_booked", description: "" },
];

async function conclude(conversation: Conversation, collected?: readonly string[]): Promise<Conclusion> {
  const { parley } = conversation.parley("conclude");
  const { text } = await generateText({
    model: conversation.model,
    system: "task",
    messages: conversation.messages,
    providerOptions: { parley: { ...parley, ...(collected && { collected: [...collected] }) } },
  });
  return Conclusion.parse(JSON.parse(text));
}

describe("the summary", () => {
  it("names only variables with a value", async () => {
    const conversation = new Conversation(agent({ variables: [fullName, day], outcomes }));
    await conversation.open();
    // The answer is masked whole, as the variable has no value.
    conversation.messages.push({ role: "user", content: "[full_name]" });
    expect((await conclude(conversation, [])).summary).toBe(
      "The caller answered none of the questions (the full name and the day).",
    );
    expect((await conclude(conversation, ["day"])).summary).toBe(
      "The caller gave the day but not the full name.",
    );
  });

  it("reaches no outcome with values that were not stored", async () => {
    const conversation = new Conversation(agent({ variables: [fullName], outcomes }));
    await conversation.open();
    for (const content of ["[full_name]", "yes"]) conversation.messages.push({ role: "user", content });
    expect(await conclude(conversation, ["full_name"])).toMatchObject({
      outcome: "booked",
      successful: true,
    });
    expect(await conclude(conversation, [])).toMatchObject({ outcome: "not_booked", successful: false });
  });

  const tool = (name: string, ok: boolean): OwnTool => ({
    name,
    parameters: { type: "object", properties: {}, additionalProperties: false },
    run: () => ({ ok }),
  });

  it.each([
    ["opt_out", true, "The caller was opted out."],
    ["opt_out", false, "The caller could not be opted out."],
    ["transfer_to_human", true, "The caller was transferred to a person."],
    ["schedule_callback", true, "A callback was scheduled."],
    ["schedule_callback", false, "No callback could be scheduled."],
    ["send_text", true, "A text message was sent."],
    ["send_secure_payment_link", true, "A secure payment link was sent."],
    ["transfer_to_payment_ivr", false, "The transfer to the payment line failed."],
    ["check_stock", true, "The tool check stock was used."],
    ["check_stock", false, "The tool check stock failed."],
  ] as const)("states the result of %s (%s): %s", async (name, ok, sentence) => {
    const conversation = new Conversation(agent({ variables: [day], outcomes }), [tool(name, ok)]);
    await conversation.open();
    const toolCallId = "call_1";
    conversation.messages.push(
      { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName: name, input: {} }] },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId, toolName: name, output: { type: "json", value: { ok } } },
        ],
      },
    );
    expect((await conclude(conversation)).summary).toContain(sentence);
  });
});
