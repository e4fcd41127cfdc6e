/** Texts of the traffic split of an agent. */
export const splits = {
  title: "Traffic split",
  state: {
    running:
      "Version {candidate} gets {percent} of new live calls and texts, and version {live} gets the remainder. Started on <started></started>.",
    promoted:
      "Version {candidate} became live on <ended></ended>, after it had {percent} of new live calls and texts.",
    stopped:
      "Stopped on <ended></ended>. Version {candidate} had {percent} of new live calls and texts beside version {live}.",
  },
  testEnvironment: "Only live calls take part. Switch to the live environment for the comparison.",
  share: "Share of the candidate",
  changed: "The candidate gets {percent} of new live calls and texts.",
  promote: "Promote",
  promoteTitle: "Make version {candidate} live?",
  promoteHelp:
    "All new calls and texts use version {candidate} instead of version {live}. Conversations in progress keep their version.",
  promoted: "Version {candidate} is live.",
  stop: "Stop",
  stopTitle: "Stop the traffic split?",
  stopHelp:
    "All new calls and texts use version {live}. Conversations in progress keep their version. Version {candidate} stays in the list.",
  stopped: "Traffic split stopped. Version {live} gets all new calls and texts.",
  outcome: "Outcome to test",
  outcomeHelp: "Select it before you look at the results.",
  successful: "All successful outcomes",
  changedPercent:
    "The share was changed during the split, so differences between days also count as differences between versions.",
  truncated: "Only the first 200,000 calls are compared.",
  figure: {
    title: "Calls by version",
    column: "Figure",
    live: "Live: version {version}",
    candidate: "Candidate: version {version}",
    none: "–",
    part: "{count} ({percent})",
    calls: "Calls",
    settled: "Answered and settled",
    failed: "Errors",
    successful: "Successful",
    outcome: "Outcome {tag}",
    duration: "Average duration",
    latencyP50: "Response latency (p50)",
    latencyP95: "Response latency (p95)",
    cost: "Average cost",
  },
  test: {
    outcome: "Outcome",
    cost: "Cost",
    latency: "Response latency",
    result: { too_few: "Not enough calls", unclear: "No difference proven", different: "Different" },
    values: "Live {live}, candidate {candidate}.",
    difference: "Difference {difference}, between {low} and {high} (p = {p}).",
    tooFew:
      "A test needs {min} contacts of each version, and enough with each result. So far: {live} of the live version, {candidate} of the candidate.",
    help: "The tests count the first call of each contact. You can read them as often as you like: if the versions are equal, at most 5% of splits report a difference, in all tests together.",
  },
} as const;
