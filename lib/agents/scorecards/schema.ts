import { z } from "zod";
import { IDENTIFIER } from "@/lib/agents/agents/values";
import { ModelId } from "@/lib/agents/models/schema";
import { USE_IDENTIFIER_NAME } from "@/lib/platform/reasons/fields/agents";
import {
  CRITERION_NAMES_REPEATED,
  LABEL_OUTSIDE_SCALE,
  PASS_OUTSIDE_SCALE,
  SCALE_WITHOUT_RANGE,
} from "@/lib/platform/reasons/fields/scores";
import { id, nonBlankText, Revision, Time, text } from "@/lib/platform/schema";
import { MAX_CRITERIA, MAX_GUIDANCE, MAX_LABEL, MAX_QUESTION, MAX_SCALE, MAX_WEIGHT } from "./values";

export const CriterionName = z.string().regex(IDENTIFIER, USE_IDENTIFIER_NAME);
const Point = z.int().min(0).max(MAX_SCALE);

const base = {
  /** Name of the criterion, unique within its agent. A criterion that is removed and added again continues its versions. */
  name: CriterionName,
  /** Question that the judge answers about a call. */
  question: nonBlankText(MAX_QUESTION),
  /** Explains to the judge which answer applies when. */
  guidance: text(MAX_GUIDANCE),
};
const Weight = z.int().min(0).max(MAX_WEIGHT);
const weighted = {
  /** Share of the criterion in a call's total. 0: it does not count. */
  weight: Weight,
};

/** The name of a point of a scale. */
export const ScaleLabel = z.strictObject({
  /** The point. */
  value: Point,
  /** Its meaning. */
  label: nonBlankText(MAX_LABEL),
});

const yesNo = {
  /** The kind of answer. */
  kind: z.literal("yes_no"),
  /** The answer that passes. Null: neither answer fails. */
  pass_if: z.boolean().nullable(),
};
const scaleFields = {
  /** The kind of answer. */
  kind: z.literal("scale"),
  /** Lowest point. */
  min: Point,
  /** Highest point. */
  max: Point,
  /** Names of points, for the judge and for readers. */
  labels: z.array(ScaleLabel).max(MAX_SCALE + 1),
  /** Lowest point that passes. Null: no point fails. */
  pass_at: Point.nullable(),
};
const textKind = {
  /** The kind of answer. A text has no points, and neither passes nor fails. */
  kind: z.literal("text"),
};

type Scale = { min: number; max: number; labels: readonly { value: number }[]; pass_at: number | null };
const isWithin = ({ min, max }: Scale, point: number): boolean => point >= min && point <= max;
const hasRange = ({ min, max }: Scale): boolean => min < max;
const hasLabelsWithin = (scale: Scale): boolean => scale.labels.every(({ value }) => isWithin(scale, value));
const hasPassWithin = (scale: Scale): boolean => scale.pass_at === null || isWithin(scale, scale.pass_at);

/** A question with the answer yes or no. */
export const YesNoCriterion = z.strictObject({ ...base, ...yesNo, ...weighted });
/** A question that is answered with a whole number. */
export const ScaleCriterion = z.strictObject({ ...base, ...scaleFields, ...weighted });
/** A question that is answered with a short text. */
export const TextCriterion = z.strictObject({ ...base, ...textKind });
/** The definition of a criterion. */
export const Criterion = z.discriminatedUnion("kind", [YesNoCriterion, ScaleCriterion, TextCriterion]);
export type Criterion = z.output<typeof Criterion>;

const guidedInput = {
  /** Explains to the judge which answer applies when. Empty by default. */
  guidance: base.guidance.default(""),
};
const weightedInput = {
  /** Share of the criterion in a call's total. 0: it does not count. */
  weight: Weight.default(1),
};
export const YesNoCriterionInput = z.strictObject({
  ...base,
  ...yesNo,
  ...guidedInput,
  pass_if: yesNo.pass_if.default(true),
  ...weightedInput,
});
export const ScaleCriterionInput = z
  .strictObject({
    ...base,
    ...scaleFields,
    ...guidedInput,
    labels: scaleFields.labels.default([]),
    pass_at: scaleFields.pass_at.default(null),
    ...weightedInput,
  })
  .refine(hasRange, { error: SCALE_WITHOUT_RANGE, path: ["max"] })
  .refine(hasLabelsWithin, { error: LABEL_OUTSIDE_SCALE, path: ["labels"] })
  .refine(hasPassWithin, { error: PASS_OUTSIDE_SCALE, path: ["pass_at"] });
export const TextCriterionInput = z.strictObject({ ...base, ...textKind, ...guidedInput });

const hasUniqueNames = (criteria: readonly { name: string }[]): boolean =>
  new Set(criteria.map(({ name }) => name)).size === criteria.length;

/** The criteria of an agent. They replace the former ones. */
export const SetScorecard = z.strictObject({
  /** The model that judges, `provider:name`. Null: the agent's model. */
  model: ModelId.nullable().default(null),
  /** The criteria, in the order in which they are shown. Up to 20. */
  criteria: z
    .array(z.discriminatedUnion("kind", [YesNoCriterionInput, ScaleCriterionInput, TextCriterionInput]))
    .max(MAX_CRITERIA)
    .refine(hasUniqueNames, CRITERION_NAMES_REPEATED),
});
export type SetScorecard = z.output<typeof SetScorecard>;

const versioned = {
  /** Version of the criterion: the first is 1, and each change makes the next. Scores refer to it. */
  version: z.int().min(1),
};
export const VersionedYesNoCriterion = z.strictObject({ ...YesNoCriterion.shape, ...versioned });
export const VersionedScaleCriterion = z.strictObject({ ...ScaleCriterion.shape, ...versioned });
export const VersionedTextCriterion = z.strictObject({ ...TextCriterion.shape, ...versioned });
/** A version of a criterion. */
export const VersionedCriterion = z.discriminatedUnion("kind", [
  VersionedYesNoCriterion,
  VersionedScaleCriterion,
  VersionedTextCriterion,
]);
export type VersionedCriterion = z.output<typeof VersionedCriterion>;

/** The criteria by which an agent's calls are judged after they have settled. */
export const Scorecard = z.strictObject({
  /** The agent whose calls are judged. */
  agent_id: id("agt"),
  /** The model that judges. Null: the agent's model. */
  model: z.string().nullable(),
  /** The current criteria. Without any, calls are not judged. */
  criteria: z.array(VersionedCriterion),
  /** Former versions of criteria, which earlier scores refer to, oldest first. */
  former: z.array(VersionedCriterion),
  revision: Revision,
  /** Time of the last change; null if there was none. */
  changed_at: Time.nullable(),
});
export type Scorecard = z.output<typeof Scorecard>;
