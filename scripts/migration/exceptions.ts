import type { Rule } from "./rules";

/** Their DO blocks add policies and checks to tables that have none, which are those that the migration creates. */
const POLICIES_OF_NEW_TABLES = {
  "definitions-in-do": "applied before the rule; its DO block locks new tables only",
};
const BEFORE_THE_RULE = { "no-kind": "applied before migrations had a kind; it only expands" };

/** Rules that committed migrations break, which are never edited, each with the reason why it is accepted. */
export const EXCEPTIONS: Record<string, Partial<Record<Rule, string>>> = {
  "20261124170535_provider_kinds": BEFORE_THE_RULE,
  "20261124224638_rejected_rows_of_imports": { ...BEFORE_THE_RULE, ...POLICIES_OF_NEW_TABLES },
  "20261124224651_revisions": BEFORE_THE_RULE,
  "20261124224704_comments_and_views": { ...BEFORE_THE_RULE, ...POLICIES_OF_NEW_TABLES },
  "20261124224932_setup_hidden": BEFORE_THE_RULE,
  "20261125001404_grants_of_merged_tables": BEFORE_THE_RULE,
  "20261125015434_deploy_notes": { ...BEFORE_THE_RULE, ...POLICIES_OF_NEW_TABLES },
  "20261125143117_resumed_calls": BEFORE_THE_RULE,
  "20261127025543_voice_gateways": BEFORE_THE_RULE,
  // It replaces three triggers of `calls` in one transaction, which blocks writes of calls until its end. The migrator's lock_timeout
  // bounds the wait for these locks.
  "20261127072334_drafts_count_in_no_figure": BEFORE_THE_RULE,
  "20261127113157_secret_fingerprints_and_claims": BEFORE_THE_RULE,
  "20261128014317_schema_state_and_backfills": POLICIES_OF_NEW_TABLES,
};
