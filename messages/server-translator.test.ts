import { expect, it } from "vitest";
import { en } from "./en";
import { serverTranslator } from "./server-translator";
import { messagesIn } from "./testing/icu";

const t = serverTranslator("emails");

it("inserts values as they are", () => {
  expect(t("invitation.text", { workspace: "<b>{host}</b> $& '" })).toBe(
    "You are invited to the workspace “<b>{host}</b> $& '” on Parley.",
  );
  expect(t("reset.title")).toBe("Set a new password");
});

it("rejects a message with a plural, which only pages format", () => {
  expect(() => serverTranslator("calls")("bulk.delete", { count: "2" } as never)).toThrow("bulk.delete");
});

it("every message has only plain arguments, which this translator can insert", () => {
  for (const [key, message] of messagesIn(en.emails)) {
    expect(message.replaceAll(/\{\w+\}/g, ""), key).not.toMatch(/[{}<>]/);
  }
});
