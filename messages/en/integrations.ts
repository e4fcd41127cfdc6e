/** Providers, their checks and their terms. */
export const integrations = {
  check: {
    action: "Check setup",
    actionFor: "Check setup of {name}",
    title: "Setup of {name}",
    running: "Checking with the provider…",
    ok: "Everything works",
    failed: "{count, plural, one {# problem} other {# problems}} to fix",
    itemOk: "OK",
    itemFailed: "Problem",
  },
  retention: {
    breaches: "{count, plural, one {# live agent does} other {# live agents do}} not meet this requirement",
    breachesHelp:
      "These agents start no conversations while the requirement applies: calls to their numbers go to the fallback number, and their campaigns are paused. Choose other providers and deploy the agents again.",
    breach: "<agent></agent> uses {providers}",
    breachNumbers: "answers on {numbers}",
    breachCampaigns: "campaigns: {names}",
  },
} as const;
