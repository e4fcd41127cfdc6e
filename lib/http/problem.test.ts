import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { asAppError, problemOf } from "./problem";

const databaseError = (code: string) => Object.assign(new Error("a value that no client may see"), { code });

describe("an error", () => {
  test.each([
    // PostgreSQL, appendix A: foreign_key_violation, deadlock_detected, check_violation.
    ["23503", "conflict", 409],
    ["40P01", "unavailable", 503],
    ["23514", "internal", 500],
  ])("of the database with code %s is answered as %s", (sqlState, code, status) => {
    const problem = problemOf(asAppError(databaseError(sqlState)), "req_1");
    expect(problem).toMatchObject({ code, status, request_id: "req_1" });
    expect(JSON.stringify(problem)).not.toContain("a value that no client may see");
  });

  test("of the application is answered unchanged", () => {
    const error = new AppError("not_found");
    expect(asAppError(error)).toBe(error);
  });
});
