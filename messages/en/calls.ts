/** Calls, their transcripts and the recording policy. */
export const calls = {
  status: {
    queued: "Queued",
    ringing: "Ringing",
    in_progress: "Live",
    completed: "Completed",
    no_answer: "No answer",
    busy: "Busy",
    voicemail: "Voicemail",
    failed: "Failed",
    canceled: "Canceled",
    blocked: "Blocked",
  },
  speaker: { caller: "Caller", agent: "Agent", human: "Person", tool: "Tool", system: "System" },
  turn: {
    toolDone: "Done",
    toolFailed: "Failed to run",
    arguments: "Arguments",
    result: "Result",
    playFrom: "Play from {time}",
    interrupted: "Interrupted",
  },
  mask: {
    prefix: "Masked:",
    value: "masked",
    withheld: "withheld",
    digits: "digits",
    card: "payment card",
    whyVariable: "{name} is marked as sensitive. Its value is masked everywhere.",
    whyValue: "The value of a sensitive variable, or a value that is withheld until the call is settled.",
    whyWithheld: "This may contain a sensitive value. It is withheld until the call is settled.",
    whyDigits: "Three or more digits are masked until the call is settled.",
    whyCard: "A payment card number. It is never stored, so it cannot be shown.",
  },
  hold: {
    title: "Legal hold",
    none: {
      contacts:
        "None. A hold protects this contact and their conversations from retention periods, erasure and deletion.",
      calls:
        "None. A hold protects this call and its contact's data from retention periods, erasure and deletion.",
    },
    active: {
      contacts: "Protects this contact and their conversations from retention periods, erasure and deletion.",
      calls: "Protects this call and its contact's data from retention periods, erasure and deletion.",
    },
    releasedByOwner: "An owner can release it.",
    place: "Place hold",
    changeReason: "Change reason",
    placeHelp: {
      contacts:
        "Retention periods, erasure and deletion skip this contact and their conversations until an owner releases the hold.",
      calls:
        "Retention periods, erasure and deletion skip this call and its contact's data until an owner releases the hold.",
    },
    reason: "Reason",
    reasonHelp:
      "Visible to everyone who can see this page. The audit log records the hold without its reason.",
    reasonExample: "Case 7 at the county court",
    reasonMissing: "Enter a reason.",
    placed: "Legal hold placed.",
    release: "Release hold",
    releaseTitle: "Release the legal hold?",
    releaseHelp: {
      contacts:
        "Retention periods apply again, and a blocked erasure runs. A hold on one of the contact's calls stays in effect.",
      calls:
        "Retention periods apply again, and a blocked erasure runs. A hold on the contact stays in effect.",
    },
    released: "Legal hold released.",
  },
  recording: {
    both: "Recording and transcript",
    transcriptOnly: "Transcript only",
    neither: "No recording and no transcript",
    neitherRecords: "No recording, because it requires a transcript",
    bothHelp:
      "Audio is recorded after the announcement and kept {recordingDays, plural, =0 {until the call is settled} one {for # day} other {for # days}}. It is silent where the transcript is masked. The transcript is kept for {transcriptDays, plural, one {# day} other {# days}}.",
    transcriptOnlyHelp:
      "No audio is stored. The transcript is kept for {days, plural, one {# day} other {# days}}, with sensitive values masked.",
    neitherHelp:
      "The conversation is encrypted with a key for this call only, which is destroyed when the call is settled. Only the outcome remains.",
    neitherRecordsHelp:
      "The transcript decides what is masked in a recording. The conversation is encrypted with a key for this call only, which is destroyed when the call is settled. Only the outcome remains.",
    enabled: "Record calls",
    announce: "Announce the recording",
    announceHelp: "Recordings are always announced where the law requires it or the region is unknown.",
    announcement: "Announcement",
    announcementHelp: "Played before anything else. Recording starts after it.",
    answerWindow: "Time to respond to the announcement (ms)",
    answerWindowHelp:
      "The agent waits and nothing is recorded during this time. Silence counts as consent to the recording.",
    optOut: "Let callers decline and stay on the call",
    optOutHelp:
      "Callers decline by saying no or pressing 9. If off, the agent explains that it cannot continue without a recording, offers a transfer if there is one, and ends the call. A suggested announcement follows this setting.",
    announceTransfer: "Announce again on transfer",
    announceTransferHelp: "If off, recording stops when a person takes over.",
    transcript: "Keep a transcript",
    transcriptHelp: "If off, calls are not recorded either.",
    redact: "Mask sensitive values in transcripts",
    redactHelp: "Captured values are always masked.",
    recordingDays: "Recording retention (days)",
    transcriptDays: "Transcript retention (days)",
  },
} as const;
