import { expect, it } from "vitest";
import { TOOL_ERRORS } from "@/lib/agents/tools/http/tool-error";
import { placeholdersIn } from "@/lib/platform/reasons/reason-table";
import { tools } from "@/messages/en/tools";
import { english } from "@/messages/testing/english";
import { toolErrorText } from "./tool-error-text";

const TEXTS: Readonly<Record<string, string>> = tools.dryRun.error;
const t = english("tools.dryRun.error");

it("every error of a tool has a text with the values of its sentence", () => {
  expect(Object.keys(TEXTS).toSorted()).toEqual(Object.keys(TOOL_ERRORS).toSorted());
  for (const [reason, { message }] of Object.entries(TOOL_ERRORS)) {
    const names = placeholdersIn(message);
    expect([reason, placeholdersIn(TEXTS[reason] ?? "")]).toEqual([reason, names]);
    const params = Object.fromEntries(names.map((name) => [name, "x-7"]));
    expect([reason, toolErrorText(t, { reason, params, message: "" })]).not.toEqual([reason, ""]);
  }
});

it("an error of an earlier or a later release has the server's sentence", () => {
  expect(toolErrorText(t, { message: "It failed." })).toBe("It failed.");
  expect(toolErrorText(t, { reason: "of_tomorrow", message: "It failed." })).toBe("It failed.");
});
