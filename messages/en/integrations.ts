/** Providers, their checks and their terms. */
export const integrations = {
  title: "Integrations",
  description: {
    manage:
      "Models, voices, carriers and credentials for tools. Secrets are encrypted, sent only to their own hosts and never shown again.",
    view: "Models, voices, carriers and credentials for tools. Admins and owners connect and disconnect them.",
  },
  empty: {
    title: "No integrations yet",
    description:
      "Integrations give your agents models, voices, carriers and credentials for tools. Connect a model first. Use the same names in both environments.",
    action: "Connect a model",
  },
  environment: { live: "Live", test: "Test" },
  service: {
    model: "Models",
    speech: "Voices and transcribers",
    carrier: "Carriers",
    tools: "Credentials for tools",
  },
  connect: {
    action: "Connect",
    title: "Connect an integration",
    done: "{name} connected.",
    type: "Type",
    name: "Name",
    nameHelp: {
      model: "Agents select a model as “name:model”. Use the same name in both environments.",
      speech:
        "Agents select a voice or transcriber as “name:voice” or “name:model”. Use the same name in both environments.",
      carrier: "Identifies the account when you add phone numbers.",
      tools: "Tools select the credential by this name. Use the same name in both environments.",
    },
    nameExample: { model: "our-models", speech: "our-voices", carrier: "Office", tools: "Order system" },
    environment: "Environment",
    testHelp: "For test conversations, test calls and trying out tools",
    hosts: "Hosts",
    hostsHelp:
      "The credential is sent only to these hosts. One per line, such as shop.example.com or shop.example.com:8443.",
    toggleSecret: "Show or hide {label}",
    missing: "Enter a value.",
  },
  table: {
    name: "Name",
    type: "Type",
    hosts: "Allowed hosts",
    environment: "Environment",
    connected: "Connected",
    actions: "Actions",
    trunk: {
      required: "Audio encrypted",
      optional: "Audio encrypted if the server supports it",
      off: "Audio not encrypted",
      paused: "Paused for some minutes, as the server accepts no calls now.",
      refused:
        "Calls are refused, as this workspace requires encryption. Connect the trunk again with encryption required.",
    },
    zeroRetention: {
      confirmed: "Zero data retention",
      unconfirmed: "Zero data retention: not confirmed",
      refused: "Zero data retention: refused by the provider",
    },
  },
  disconnect: {
    action: "Disconnect",
    actionFor: "Disconnect {name}",
    title: "Disconnect {name}?",
    done: "{name} disconnected.",
    effect: {
      tools:
        "Its secret is deleted immediately. Tools that use it fail in live calls, and agents with these tools cannot be deployed.",
      model: "Its secret is deleted immediately. Agents that use its models fail, and cannot be deployed.",
      speech:
        "Its secret is deleted immediately. Agents that use it continue with the built-in voice and transcriber, and cannot be deployed.",
      carrier:
        "Its secret is deleted immediately. Its phone numbers can no longer place or answer calls, or send texts.",
    },
  },
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
  limits: {
    action: "Limits",
    actionFor: "Limits of {name}",
    done: "Limits saved.",
    save: "Save",
    usage: "Used in this hour: {hour}. Used today (UTC): {day}.",
    minutes: "{count, plural, one {# minute} other {# minutes}}",
    reached: {
      day: "The limit of the day is reached",
      hour: "The limit of the hour is reached",
      failures: "Too many calls fail",
    },
    until: "No further call is placed until <time></time>.",
    lift: "Lift limits",
    lifted: "Limits lifted. Usage counts from zero.",
    perHour: { minutes: "Minutes per hour", money: "Money per hour" },
    perDay: { minutes: "Minutes per day", money: "Money per day" },
    perCountry: "Calls per hour to a foreign country",
    failedPercent: "Failed calls in an hour (%)",
    currency: "Currency",
    currencyHelp:
      "With a currency, the limits are money, by your carrier’s prices. Without one, they are minutes.",
    defaultPrice: "Price of a minute",
    asOf: "Date of the prices",
    prefixes: "Other prices, one prefix and price per line",
    help: "Empty means no limit. At a limit, no further call is placed until the hour or the day (UTC) ends, or an admin lifts it. Calls in progress continue. Admins are notified at 80% and at the limit.",
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
