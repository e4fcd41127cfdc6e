import type { Ctx } from "@/lib/platform/context";
import type { Explanation, ExplanationFinding, FindingCode, FindingTopic } from "./schema";
import { TOPICS } from "./values";

/** A finding; parts that are not given are empty. */
export const finding = (
  topic: FindingTopic,
  code: FindingCode,
  parts: Partial<Omit<ExplanationFinding, "topic" | "code">> = {},
): ExplanationFinding => ({
  topic,
  code,
  at: null,
  until: null,
  count: null,
  names: [],
  reasons: [],
  rules: [],
  caps: [],
  evidence: [],
  audit: [],
  ...parts,
});

/** An explanation with its findings in the order of their topics. */
export const createExplanation = (
  ctx: Ctx,
  { kind, id }: Pick<Explanation, "kind" | "id">,
  findings: readonly ExplanationFinding[],
): Explanation => ({
  kind,
  id,
  explained_at: ctx.now(),
  findings: [...findings].sort((a, b) => TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic)),
});
