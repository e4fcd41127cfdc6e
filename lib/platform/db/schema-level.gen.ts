// Written by `npm run migration`.

/** The newest migration of this release. */
export const SCHEMA_LEVEL = "20261129005048_score_runs_and_events";
/** The newest migration that is no contract: this release does not work without it. */
export const REQUIRED_LEVEL = "20261129005048_score_runs_and_events";
