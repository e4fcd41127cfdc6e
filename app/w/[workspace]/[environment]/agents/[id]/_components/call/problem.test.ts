import { expect, test } from "vitest";
import { audioProblemOf } from "@/components/voice/audio-problem";
import { english } from "@/messages/testing/english";
import { callProblemText } from "./problem";

const failed = (name: string) => Object.assign(new Error("x"), { name });
const textOf = (problem: Parameters<typeof callProblemText>[2]) =>
  callProblemText(english("agents.callProblem"), english("errors"), problem);

test("a browser's refusal of the microphone is told apart from one that is not there and one that is in use", () => {
  expect(audioProblemOf(failed("NotAllowedError"))).toBe("refused");
  expect(audioProblemOf(failed("NotFoundError"))).toBe("none");
  expect(audioProblemOf(failed("NotReadableError"))).toBe("busy");
  expect(audioProblemOf(failed("TypeError"))).toBe("unsupported");
  expect(audioProblemOf("odd")).toBe("unsupported");
});

test("each says what to do", () => {
  for (const problem of ["insecure", "unsupported", "refused", "none", "busy", "not_loaded"] as const)
    expect(textOf(problem)).toMatch(/ call again/);
});

test("an error of a request has its own text, with its details", () => {
  const detail = { in: "body", pointer: "/agent_id", code: "invalid", message: "Deploy it first." } as const;
  expect(textOf({ code: "invalid_state", message: "Not live.", params: undefined, details: [detail] })).toBe(
    "Not live. Deploy it first.",
  );
});
