import { expect, test } from "vitest";
import { soundWords, troubleOf } from "./trouble";

const failed = (name: string) => Object.assign(new Error("x"), { name });

test("a browser's refusal of the microphone is told apart from one that is not there and one that is in use", () => {
  expect(troubleOf(failed("NotAllowedError"))).toBe("refused");
  expect(troubleOf(failed("NotFoundError"))).toBe("none");
  expect(troubleOf(failed("NotReadableError"))).toBe("busy");
  expect(troubleOf(failed("TypeError"))).toBe("unsupported");
  expect(troubleOf("odd")).toBe("unsupported");
});

test("each says what to do", () => {
  for (const trouble of ["insecure", "unsupported", "refused", "none", "busy", "not_loaded"] as const)
    expect(soundWords(trouble)).toMatch(/ call again/);
});
