import { describe, expect, it } from "vitest";
import { isBareGreeting } from "./bare-greeting";
import { classifyGreeting } from "./greeting-words";

describe("the words of a greeting", () => {
  it.each([
    ["Your call has been forwarded to an automated voice messaging system.", "mailbox"],
    ["Hi, you've reached Tom. I can't come to the phone right now, so please leave a message.", "mailbox"],
    [
      "At the tone, please record your message. When you have finished recording, you may hang up.",
      "mailbox",
    ],
    ["The mailbox is full and cannot accept any messages at this time. Goodbye.", "mailbox"],
    [
      "Hi, if you record your name and reason for calling, I'll see if this person is available.",
      "screening",
    ],
    [
      "The person you're calling is using a screening service. Go ahead and say your name and why you're calling.",
      "screening",
    ],
  ] as const)("%s", (text, kind) => {
    expect(classifyGreeting(text, "en-US")).toBe(kind);
  });

  it.each([
    "Hello?",
    "Hello, this is Anna, how can I help you?",
    "Miller's bakery, good morning, Ann speaking.",
    "She is not available today, can I take a message?",
    "Who is calling?",
    "I left you a message yesterday.",
    "Please stop calling me.",
    "Hold on, let me get a pen. Okay, tell me.",
  ])("a person's: %s", (text) => {
    expect(classifyGreeting(text, "en-US")).toBeNull();
  });

  it("is read in the agent's language, and in English", () => {
    expect(classifyGreeting("Bitte hinterlassen Sie eine Nachricht nach dem Signal.", "de-DE")).toBe(
      "mailbox",
    );
    expect(classifyGreeting("Por favor, deje su mensaje después de la señal.", "es-MX")).toBe("mailbox");
    expect(classifyGreeting("Veuillez laisser un message après le bip.", "fr-FR")).toBe("mailbox");
    expect(classifyGreeting("Please leave a message after the beep.", "de-DE")).toBe("mailbox");
    expect(classifyGreeting("Hallo, hier ist Anna.", "de-DE")).toBeNull();
  });

  it("only opens the conversation if it asks nothing", () => {
    for (const text of ["Hello?", "Hi, this is Anna.", "Yes, hello.", "Good morning, Tom speaking."])
      expect(isBareGreeting(text, "en-US")).toBe(true);
    expect(isBareGreeting("Allô, oui ?", "fr-FR")).toBe(true);
    for (const text of ["Stop calling me.", "Hello, stop calling me.", "No.", "Are you a robot?"])
      expect(isBareGreeting(text, "en-US")).toBe(false);
  });
});
