import { expect, test } from "vitest";
import { Scorecard, SetScorecard } from "@/lib/agents/scorecards/schema";
import { fieldOfProblem, scorecardBody, scorecardValues } from "./scorecard-form";

test("a scorecard is the same after it was in the form", () => {
  const base = { question: "Polite?", guidance: "" };
  const criteria = [
    { ...base, kind: "yes_no", name: "polite", pass_if: null, weight: 2 },
    {
      ...base,
      ...{ kind: "scale", name: "clarity", min: 1, max: 5, pass_at: 4, weight: 1 },
      labels: [{ value: 1, label: "a = b" }],
    },
    { ...base, kind: "text", name: "topic" },
  ];
  const card = Scorecard.parse({
    agent_id: `agt_${"0".repeat(26)}`,
    model: "house:m",
    criteria: criteria.map((criterion) => ({ ...criterion, version: 1 })),
    former: [],
    revision: "00000000-0000-0000-0000-000000000000",
    changed_at: null,
  });
  const body = scorecardBody(scorecardValues(card));
  expect(SetScorecard.parse(body)).toEqual({ model: "house:m", criteria });
});

test("a label without a number is reported at its field", () => {
  const values = scorecardValues(
    Scorecard.parse({
      agent_id: `agt_${"0".repeat(26)}`,
      model: null,
      criteria: [],
      former: [],
      revision: "00000000-0000-0000-0000-000000000000",
      changed_at: null,
    }),
  );
  const criterion = {
    ...({
      key: "a",
      kind: "scale",
      name: "a",
      question: "?",
      guidance: "",
      weight: 1,
      pass_if: "yes",
    } as const),
    ...{ min: 1, max: 5, pass_at: "", labels: "Rude" },
  };
  const parsed = SetScorecard.safeParse(scorecardBody({ ...values, criteria: [criterion] }));
  expect(parsed.error?.issues.map(({ path }) => fieldOfProblem(path.join(".")))).toContain(
    "criteria.0.labels",
  );
});
