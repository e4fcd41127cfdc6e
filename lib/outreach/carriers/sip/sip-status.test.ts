import { expect, it } from "vitest";
import { eventOfStatus } from "./sip-status";

it.each([
  [486, "busy"],
  [600, "busy"],
  [603, "declined"],
  [607, "declined"],
  [608, "declined"],
  [408, "no_answer"],
  [480, "no_answer"],
  [487, "no_answer"],
  [403, "failed"],
  [404, "failed"],
  [503, "failed"],
  [302, "failed"],
])("status %i means %s", (status, event) => expect(eventOfStatus(status)).toBe(event));
