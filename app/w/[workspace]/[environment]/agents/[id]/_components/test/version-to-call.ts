import type { Agent } from "@/lib/agents/agents/schema";

/** The version that a test conversation uses. */
export type TestVersion = "draft" | "live";

type Options = {
  /** Whether the draft has unsaved changes. */
  dirty: boolean;
  /** The version that the member has selected since the last deploy; null if none. */
  selected: TestVersion | null;
};

/**
 * The version that "Call" in the page header calls: the selected one, else the live version if the draft does not differ
 * from it.
 */
export function versionToCall(
  { live_version, has_unpublished_changes }: Pick<Agent, "live_version" | "has_unpublished_changes">,
  { dirty, selected }: Options,
): TestVersion {
  if (live_version === null) return "draft";
  return selected ?? (dirty || has_unpublished_changes ? "draft" : "live");
}
