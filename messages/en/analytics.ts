/** Analytics of calls that have ended: filters, key metrics and charts. */
export const analytics = {
  title: "Analytics",
  description: "Performance of completed calls. Select a figure to see its calls.",
  empty: {
    title: "No calls in this period",
    description:
      "Analytics shows the outcomes of calls that have ended, in the environment selected at the top. Choose a longer period, or test an agent.",
    filtered:
      "Analytics shows the outcomes of calls that have ended, in the environment selected at the top. Choose a longer period, or clear the filters.",
    test: "Test an agent",
    clear: "Clear filters",
  },
  filters: {
    label: "Filters",
    from: "From",
    to: "To",
    lastDays: "{days, plural, one {# day} other {# days}}",
    agent_id: "Agent",
    campaign_id: "Campaign",
    channel: "Channel",
    all: { agent_id: "All agents", campaign_id: "All campaigns", channel: "All channels" },
    clear: "Clear",
    period: "Period",
    today: "Today",
    custom: "Custom",
    compare: "Compare with previous period",
  },
  period: {
    range: "{range} ({timezone})",
    compared: "{range} ({timezone}), compared with {previous}",
    comparedPart: "{range} ({timezone}), compared with {previous} up to the same time of day",
  },
  change: {
    by: "{change} from {before}",
    points: "{change} points from {before}",
    from: "From {before}",
    same: "No change",
  },
  metrics: {
    label: "Key metrics",
    calls: "Calls",
    callsHelp: "Created in this period and ended",
    reached: "Reached",
    reachedHelp:
      "{reached, number} of {calls, plural, one {# call} other {# calls}}: the caller was connected or wrote",
    contained: "Contained",
    containedHelp:
      "{contained, number} of {reached, number} reached: completed without a person. {transferred, number} transferred.",
    successful: "Successful",
    successfulHelp:
      "{successful, number} of {answered, plural, one {# answered call} other {# answered calls}}",
    duration: "Average duration",
    durationHelp: "Of {calls, plural, one {# answered call} other {# answered calls}}. p95: {p95}",
    latency: "Response latency (p50)",
    latencyHelp: "Of {turns, plural, one {# response} other {# responses}}. p95: {p95}",
    optedOut: "Opted out",
    optedOutHelp: "{percent} of calls",
    cost: "Cost",
    costHelp: "{minutes} minutes of answered calls",
    minutes: "Minutes",
    minutesHelp: "Of answered calls",
  },
  chart: {
    csv: "CSV",
    download: "{title} as CSV",
    table: "View as table",
    tableLabel: "{title} as a table",
    period: "Period",
    points: "{title}: points",
    point: "{bucket}: {values}",
    value: "{name} {value}",
    selection: "Show {from} to {to}",
    hint: "Select a bar to see its calls, or drag across bars to choose a period. With the keyboard: arrow keys and Enter, with Shift for a period.",
    previous: "Previous period",
    single: "This is all of the period: only <link>{bucket}</link> has data.",
    label: "Label",
    calls: "Calls",
    share: "Share",
    showAll: "Show all {count, number}",
    showFewer: "Show fewer",
    average: "Average",
    volume: {
      title: "Calls by channel",
      description: "Calls that have ended, by the time of their creation.",
      empty: "No calls have ended in this period. A call appears here once it ends.",
    },
    statuses: {
      title: "How calls ended",
      description: "Share of all calls that have ended.",
      empty: "No calls have ended. Each call appears here with its status once it ends.",
    },
    outcomes: {
      title: "Outcomes",
      description: "Share of all calls that have ended. Conversations get an outcome once they are settled.",
      empty: "No calls have an outcome. A call gets one of its agent's outcomes shortly after it ends.",
    },
    duration: {
      title: "Duration",
      description: "Answered calls. The p95 is estimated: it is at most a third above the exact value.",
      empty: "No calls were answered in this period. Durations appear once a person answers a call.",
    },
    latency: {
      title: "Response latency",
      description:
        "Time from the caller's last word to the agent's first, in settled calls. Both values are estimated: they are at most a third above the exact value.",
      empty:
        "No response times in this period. They appear once an agent has replied in a call that has ended.",
    },
    recording: {
      title: "Recording",
      description: "Answered calls by the current state of their recording. Recordings expire over time.",
      empty: "No calls were answered. Each answered call appears here with the state of its recording.",
    },
    blocked: {
      title: "Blocked by reason",
      description:
        "Calls that were blocked before they were placed. A call can appear under several reasons.",
      empty:
        "No calls were blocked. Calls appear here if consent, calling hours or another rule prevents them.",
    },
    agents: {
      title: "Agents",
      description: "Calls that have ended, by agent.",
      empty:
        "No agent has calls in this period. Test an agent, or assign one to a phone number or a campaign.",
    },
    campaigns: {
      title: "Campaigns",
      description: "Calls and texts of campaigns.",
      empty: "No campaign has calls in this period. Launch a campaign to see its calls and texts here.",
    },
    usage: {
      title: "Minutes and providers",
      description:
        "Answered calls by provider. If a provider failed, the built-in one took over. Costs are estimates based on the operator's prices.",
      empty: "No providers were used in this period. They appear shortly after an answered call ends.",
    },
  },
  recording: {
    pending: "Pending",
    recorded: "Recorded",
    suppressed: "Suppressed",
    disabled: "Disabled",
    none: "None",
    expired: "Expired",
    erased: "Erased",
  },
  usage: {
    label: "Providers",
    provider: "Provider",
    calls: "Calls",
    minutes: "Minutes",
    responses: "Responses",
    cost: "Cost",
    total: "Total at the operator's prices",
    telephone: "Telephone",
    model: "Model",
    voice: "Voice",
    transcriber: "Transcriber",
    builtin: "Built-in",
    testModel: "Scripted test model",
  },
} as const;
