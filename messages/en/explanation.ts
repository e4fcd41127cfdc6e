/** The panel "Why" of calls, contacts and campaigns: decisions with their rules, evidence and audit entries. */
export const explanation = {
  title: "Why",
  topic: {
    decision: "Decision",
    consent: "Consent",
    suppression: "Suppression",
    hours: "Hours",
    caps: "Limits",
    exclusion: "Excluded contacts",
    recording: "Recording",
    masking: "Masking",
    retention: "Retention",
    erasure: "Erasure",
    access: "Who looked",
  },
  finding: {
    call_allowed: "The contact rules allowed this attempt <time></time>.",
    call_blocked: "The contact rules blocked this attempt <time></time>:",
    call_received: "The caller started this conversation, so the rules for outreach do not apply.",
    call_tested:
      "Started by a member, an app or a visitor without a phone, so the rules for outreach do not apply.",
    contact_allowed: "Can be contacted now.",
    contact_held: "Cannot be contacted yet:",
    contact_blocked: "Cannot be contacted:",
    campaign_draft: "Not launched yet.",
    campaign_launched: "Launched <time></time>.",
    consent_granted: "{names}: granted <time></time>.",
    consent_suppressed: "{names}: granted <time></time>, but the suppression overrides it.",
    consent_revoked: "{names}: revoked <time></time>.",
    consent_missing: "{names}: no consent was recorded at that time.",
    consent_required: "{names}: each contact must have granted consent for this purpose and channel.",
    suppressed: "Suppressed: {names}.",
    not_suppressed: "Not suppressed.",
    hours_by_law:
      "Laws limit the hours or attempts in: {names}. They apply in addition to the hours from 08:00 to 21:00, in the contact's time zone.",
    hours_by_default:
      "From 08:00 to 21:00 in the contact's time zone. Parley has no stricter rule for the contact's region.",
    attempt_caps: "Attempts to reach this contact, in all campaigns:",
    campaign_caps:
      "At most {count, plural, one {# attempt} other {# attempts}} for each contact in this campaign. In all campaigns together:",
    contacts_excluded:
      "{count, plural, one {# contact is} other {# contacts are}} held or blocked. A contact can have several reasons.",
    none_excluded: "No contact is held or blocked.",
    recording_law_all: "In the contact's region ({names}), all parties must know about a recording.",
    recording_law_one:
      "In the contact's region ({names}), a call can be recorded if one party knows about it.",
    recording_law_unknown:
      "The contact's region or its law is unknown, so every recording is announced as if all parties must know.",
    recording_announced: "The recording was announced.",
    recording_unannounced: "Recorded without an announcement, by the agent's settings and the region's law.",
    recording_unheard: "The announcement could not be played to its end, so the call was not recorded.",
    recording_after_silence: "The caller did not object. The recording began.",
    recording_after_yes:
      "The caller agreed, then the recording began. The answer itself is not in the transcript.",
    recording_after_words: "The caller continued without objecting. The recording began.",
    recording_declined: "The caller declined the recording.",
    recording_refused_before:
      "Not recorded: excluded when the call was created, or the contact declined recordings before.",
    recording_unanswered: "The caller's answer was not understood, so the call was not recorded.",
    not_recorded: "Not recorded.",
    variables_sensitive: "Masked, because the agent marks them as sensitive: {names}.",
    variables_withheld:
      "Masked until they are verified, because they can contain a sensitive value: {names}.",
    variables_shown: "No variable of this call is masked.",
    recording_kept: "The recording is kept until <until></until>.",
    recording_deleted: "The recording was deleted at the end of its retention period.",
    transcript_kept: "The transcript is kept until <until></until>.",
    transcript_deleted: "There is no transcript, or it was deleted at the end of its retention period.",
    kept_by_hold: "A legal hold on the call or its contact suspends these dates.",
    call_erased: "The contact's data was erased <time></time>.",
    erasure_completed: "Erased <time></time>.",
    erasure_running: "An erasure is in progress since <time></time>.",
    erasure_blocked: "An erasure requested <time></time> is blocked by a legal hold.",
    access_audited:
      "{count, plural, =0 {The audit log has no entries about this record.} one {The newest entry of the audit log:} other {The newest # entries of the audit log:}}",
    access_unaudited:
      "Audited: playback and files, exports, changes, and views by the operator's staff. Members' views of the masked record are not audited.",
    access_hidden: "Admins and owners can see who looked.",
  },
  reason: "{title}: {count, number}",
  cap: {
    used: "{used, number} of {max, number} in {days, plural, one {24 hours} other {# days}}",
    limit: "{max, number} in {days, plural, one {24 hours} other {# days}}",
  },
  verified: "verified on {date}",
  evidence: {
    consent: "Consent history",
    attempt: "Attempt {number, number}",
    campaign: "Campaign",
    deletion: "Receipt",
    recordingStep: "at {position}",
  },
  entry: "<link>{action}</link> by {actor}, <time></time>",
  auditLog: "All entries in the audit log",
} as const;
