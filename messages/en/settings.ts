/** The settings of a workspace. */
export const settings = {
  workspace: {
    title: "Workspace",
    description: {
      edit: "Settings for the whole workspace. Every change is recorded in the audit log.",
      view: "Settings for the whole workspace. Admins and owners can change them.",
    },
    save: "Save",
    saved: "Settings saved.",
  },
  general: {
    title: "General",
    name: "Name",
    nameHelp: "Contacts see it in replies to keywords such as STOP.",
    nameMissing: "Enter a name for the workspace.",
    timeZoneHelp: "Applies to times that callers mention.",
    timeZonePlaceholder: "Choose a time zone",
    timeZoneMissing: "Choose a time zone for the workspace.",
    numberMissing: "Enter a number.",
  },
  payment: {
    title: "Payment",
    help: "Agents never take card numbers. They send a payment link or transfer the caller to a payment line.",
    page: "Payment page",
    pageHelp: "An https URL. The tool send_secure_payment_link texts it to callers who ask for it.",
    line: "Payment line",
    lineHelp: "The number of your automated payment line, for the tool transfer_to_payment_ivr.",
  },
  defaults: {
    title: "Defaults for new agents",
    help: "Existing agents keep their settings.",
  },
  dataUse: {
    title: "Data use",
    require: "Require zero data retention",
    requireHelp:
      "Agents whose model or voice provider keeps data cannot be deployed, and agents that are already live start no new calls.",
  },
  callEncryption: {
    title: "Call encryption",
    require: "Require encrypted calls over SIP trunks",
    requireHelp:
      "If this is on, a SIP trunk that does not require TLS and SRTP places and receives no live calls: callers hear a rejection, and calls of campaigns fail. It applies from the next call. Twilio is not affected.",
  },
  retention: {
    title: "Retention",
    week: "Deleted from this environment by <date></date>: {recordings, plural, one {# recording} other {# recordings}} and {transcripts, plural, one {# transcript} other {# transcripts}}.",
    held: "{count, plural, one {# more item is} other {# more items are}} kept by a legal hold.",
    help: "Retention counts in days from the end of a call. With 0, recordings are deleted once the call is settled, and transcripts within ten minutes. The operational log is kept for {days, plural, one {# day} other {# days}}. Variables, contacts and consent are kept as long as the workspace.",
    region: "Retention of each agent",
    agent: "Agent",
    recordings: "Recordings (days)",
    transcripts: "Transcripts (days)",
    change: "Change",
    changeFor: "Change retention of {name}",
    dialog: "Retention of {name}",
    preview: "Data that this deletes",
    previewHelp:
      "Immediately: {recordings, plural, one {# recording} other {# recordings}} and {transcripts, plural, one {# transcript} other {# transcripts}}. By the end of the week, in total: {weekRecordings, plural, one {# recording} other {# recordings}} and {weekTranscripts, plural, one {# transcript} other {# transcripts}}. This cannot be undone.",
    save: { first: "Save", confirmed: "Save and delete" },
    saved: "Retention saved.",
  },
  plan: {
    title: "Plan",
    name: { standard: "Standard", enterprise: "Enterprise" },
    help: {
      standard:
        "The Enterprise plan adds single sign-on, a customer-managed encryption key and a business associate agreement. The operator of this installation changes the plan with <code>npm run workspace -- plan {workspace} enterprise</code>.",
      enterprise:
        "Includes single sign-on, a customer-managed encryption key and a business associate agreement.",
    },
    noBaa:
      "No business associate agreement is on record, so agents with health or finance variables cannot be deployed.",
    baa: "Business associate agreement: signed by {signer} on {date}.",
  },
  costs: {
    title: "Costs",
    description: "Prices of your providers, and limits that stop calls before a budget is exceeded.",
    limits: "Cost limits",
    limitsHelp:
      "At a limit, calls in progress end politely, further calls are refused and campaigns wait. Days and months are in the workspace's time zone. Use without a price is not counted. Each agent can have further limits.",
    currency: "Currency",
    currencyHelp: "Three letters, for example EUR.",
    reservation: "Reserved for each call",
    reservationHelp: "A call begins only if this much is left.",
    perDay: "Limit per day",
    perMonth: "Limit per month",
    used: "Used: {amount}",
    saveLimits: "Save limits",
    limitsDone: "Limits saved.",
    prices: "Prices",
    pricesHelp:
      "To change a price, add a line with a later first day, so that earlier calls keep theirs. Without a price, the cost of a call is unknown.",
    lines: "One price per line",
    linesHelp: "Provider, model (* for all), unit, currency, amount, number of units, first day (UTC)",
    savePrices: "Save prices",
    pricesDone: "Prices saved.",
  },
  delete: {
    title: "Delete workspace",
    help: "Deletes agents, calls, contacts, recordings, API keys and members in both environments. Owners can restore the workspace for seven days.",
    confirmTitle: "Delete this workspace?",
    confirmHelp:
      "Everything stops immediately: calls, campaigns, webhooks and API keys. Owners can restore the workspace for seven days. Then its encryption keys are destroyed, and its data cannot be recovered.",
    name: "Type {name} to confirm",
    nameWrong: "Type the workspace's exact name.",
    confirm: "Delete this workspace",
    done: "Workspace locked. It will be deleted in seven days.",
    pending:
      "This workspace is locked. It will be deleted after <time></time> unless an owner restores it first.",
    restore: "Restore workspace",
    restored: "Workspace restored.",
  },
} as const;
