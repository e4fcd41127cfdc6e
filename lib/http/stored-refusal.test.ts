import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { rethrowRefusal, storableRefusal } from "./idempotency";
import { problemOf } from "./problem";

/** The problem document of a stored rejection that is thrown again. */
function problemAgain(outcome: ReturnType<typeof storableRefusal>) {
  try {
    rethrowRefusal(outcome);
  } catch (error) {
    return problemOf(error as AppError, "req_1");
  }
}

describe("a stored rejection", () => {
  it("is answered again as it was", () => {
    const error = new AppError("too_many_comments", { params: { max: 200 } });
    expect(problemAgain(storableRefusal(error))).toEqual(problemOf(error, "req_1"));
    const plain = new AppError("agent_archived");
    expect(problemAgain(storableRefusal(plain))).toEqual(problemOf(plain, "req_1"));
  });

  it("of the former release has the reason of its sentence", () => {
    const { code, message, reason } = new AppError("agent_archived");
    expect(problemAgain({ status: 409, reference: `${code} ${message}` })).toMatchObject({ code, reason });
  });

  it("can be read by the former release", () => {
    const error = new AppError("agent_archived");
    const { reference } = storableRefusal(error);
    expect(reference.slice(0, reference.indexOf(" "))).toBe(error.code);
  });

  it("of the former release with an unknown sentence has its code", () => {
    const problem = problemAgain({ status: 409, reference: "conflict There is a tool of this name." });
    expect(problem).toMatchObject({
      status: 409,
      code: "conflict",
      reason: "conflict",
      detail: "There is a tool of this name.",
    });
    expect(problem).not.toHaveProperty("params");
  });
});
