/** Sentences of the schemas of scorecards. */
export const CRITERION_NAMES_REPEATED = "Two criteria have this name. Name each of them differently.";
export const SCALE_WITHOUT_RANGE = "Use a maximum above the minimum.";
export const LABEL_OUTSIDE_SCALE = "Use labels for points of the scale only.";
export const PERIOD_ENDS_BEFORE_START = "Use a day that is not before the first.";
export const PASS_OUTSIDE_SCALE = "Use a point of the scale.";
