import type { Scorecard, SetScorecard } from "@/lib/agents/scorecards/schema";
import type { CriterionKind } from "@/lib/agents/scorecards/values";

/** A criterion as it is typed: the fields of all kinds, so that a change of the kind keeps them. */
export type CriterionValues = {
  key: string;
  kind: CriterionKind;
  name: string;
  question: string;
  guidance: string;
  weight: number | string;
  pass_if: "yes" | "no" | "none";
  min: number | string;
  max: number | string;
  pass_at: number | string;
  /** A label a line: `1 = Rude`. */
  labels: string;
};
export type ScorecardValues = { model: string; criteria: CriterionValues[] };

let keys = 0;

/** A new criterion. */
export const newCriterion = (): CriterionValues => ({
  key: `criterion${++keys}`,
  kind: "yes_no",
  name: "",
  question: "",
  guidance: "",
  weight: 1,
  pass_if: "yes",
  min: 1,
  max: 5,
  pass_at: "",
  labels: "",
});

function criterionValues(criterion: Scorecard["criteria"][number]): CriterionValues {
  const { name, question, guidance, kind } = criterion;
  const values = { ...newCriterion(), name, question, guidance, kind };
  if (criterion.kind === "text") return values;
  const { weight } = criterion;
  if (criterion.kind === "yes_no") {
    if (criterion.pass_if === null) return { ...values, weight, pass_if: "none" };
    return { ...values, weight, pass_if: criterion.pass_if ? "yes" : "no" };
  }
  const labels = criterion.labels.map(({ value, label }) => `${value} = ${label}`).join("\n");
  const { min, max, pass_at } = criterion;
  return { ...values, weight, min, max, pass_at: pass_at ?? "", labels };
}

/** The values of the form for a scorecard. */
export const scorecardValues = ({ model, criteria }: Scorecard): ScorecardValues => ({
  model: model ?? "",
  criteria: criteria.map(criterionValues),
});

/** Reads the labels. A line without a number has no value, which the schema reports. */
const labelsOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.indexOf("=");
      const point = line.slice(0, Math.max(at, 0)).trim();
      return { value: point === "" ? Number.NaN : Number(point), label: line.slice(at + 1).trim() };
    });

function criterionBody(values: CriterionValues): unknown {
  const { kind, question, guidance, weight } = values;
  const base = { kind, name: values.name.trim(), question, guidance };
  if (kind === "text") return base;
  if (kind === "yes_no")
    return { ...base, weight, pass_if: values.pass_if === "none" ? null : values.pass_if === "yes" };
  return {
    ...base,
    weight,
    min: values.min,
    max: values.max,
    pass_at: values.pass_at === "" ? null : values.pass_at,
    labels: labelsOf(values.labels),
  };
}

/** The body that sets the scorecard. */
export const scorecardBody = ({ model, criteria }: ScorecardValues) =>
  ({
    model: model.trim() === "" ? null : model.trim(),
    criteria: criteria.map(criterionBody),
  }) as SetScorecard;

/** The form's field of a problem: labels are typed as one text. */
export const fieldOfProblem = (path: string): string => {
  const parts = path.split(".");
  const at = parts.indexOf("labels");
  return at < 0 ? path : parts.slice(0, at + 1).join(".");
};
