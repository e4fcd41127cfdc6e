/** SIP trunks: their order in routes and campaigns, and the tries of a call. */
export const trunks = {
  order: {
    empty: "No trunk yet",
    add: "Add a trunk",
    addPlaceholder: "Choose a trunk",
    none: "All trunks are in the list.",
    full: "A call is tried over at most {max} trunks.",
    earlier: "Move {name} up",
    later: "Move {name} down",
    remove: "Remove {name}",
    moved: "{name} is now at position {position}.",
    unknown: "Disconnected trunk",
  },
  tries: {
    title: "Trunks tried",
    help: "The next trunk is tried only if it is certain that the one before did not place the call.",
    line: "{trunk}: {result}",
  },
  result: {
    disconnected: "skipped, as it is disconnected",
    encryption_required: "skipped, as this workspace requires encryption and the trunk does not",
    not_allowed: "skipped, as it may not call this number",
    paused: "skipped, as it accepted no calls for some time",
    no_caller_id: "skipped, as it has no number to show",
    busy: "skipped, as it had its maximum of calls",
    limited: "skipped, as a limit of the trunk was reached",
    unreachable: "could not be reached, nothing was sent",
    rejected: "did not connect the call (SIP status {status})",
    in_progress: "places the call",
    answered: "the call was answered",
    unknown: "result unknown, so the call is not placed again",
  },
} as const;
