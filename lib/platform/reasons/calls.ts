import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of calls: code and sentence by reason. */
export const CALLS_ERRORS = {
  draft_needs_test_key: {
    code: "forbidden",
    message: "Rehearse a draft with a key of the test environment, or in the dashboard.",
  },
  channel_not_connected: {
    code: "unavailable",
    message: "This channel is not connected yet. Use the channel chat.",
  },
  voice_gateways_full: {
    code: "unavailable",
    message: "Every voice gateway is full. Try again when a call has ended.",
  },
  cost_limit_reached: {
    code: "rate_limited",
    message:
      "A cost limit leaves too little for a further call ({limit}). An admin can raise it under Settings, or wait until its period ends.",
  },
  call_on_hold: { code: "conflict", message: "The call is under a legal hold. Release it first." },
  contact_of_call_on_hold: {
    code: "conflict",
    message: "The call's contact is under a legal hold. Release it first.",
  },
  call_not_settled: {
    code: "invalid_state",
    message: "The call is still in progress or being settled. End it and try again.",
  },
  call_without_transcript: {
    code: "invalid_state",
    message: "The call has no transcript that can be masked for a test case. Choose another call.",
  },
  call_being_hung_up: { code: "invalid_state", message: "The call is being hung up. Try again in a moment." },
  agent_still_answers: {
    code: "in_progress",
    message: "The agent is still answering. Wait for its turn to end, or end the call.",
  },
  call_taken_over: {
    code: "in_progress",
    message: "Another process has taken over this call. Read the call again.",
  },
  call_has_ended: { code: "invalid_state", message: "The call has ended. Start a new one." },
  call_join_needs_voice: {
    code: "invalid_state",
    message: "Only telephone and browser calls can be taken over or listened to.",
  },
  call_join_not_ready: {
    code: "invalid_state",
    message: "The call is being connected, transferred or asked about its recording. Try again in a moment.",
  },
  call_already_taken_over: { code: "conflict", message: "A member has already taken over this call." },
  call_gateway_unreachable: {
    code: "unavailable",
    message: "The voice gateway of this call does not respond. Try again.",
  },
  call_on_separate_gateway: {
    code: "unavailable",
    message:
      "This call is on a gateway that the other gateways cannot reach. Ask the operator to set GATEWAY_URL.",
  },
  listening_to_sensitive_agent: {
    code: "forbidden",
    message: "This agent has sensitive variables, so its calls cannot be listened to.",
  },
  listening_to_unmasked_call: {
    code: "forbidden",
    message:
      "This agent keeps no transcript, or speaks a language that cannot be masked, so its calls cannot be listened to.",
  },
  listening_declined_by_caller: {
    code: "invalid_state",
    message: "The caller declined the recording, so this call cannot be listened to.",
  },
  listening_limit_reached: {
    code: "conflict",
    message: "{max} members listen to this call already. Wait until a member has left.",
  },
  call_not_answered: { code: "invalid_state", message: "The call has not been answered yet." },
  call_without_participant: {
    code: "invalid_state",
    message: "Only chat and web calls have a participant who reads along.",
  },
  clear_text_only_in_tests: {
    code: "forbidden",
    message:
      "Members see clear text only in test conversations without contact data. Use an API key on your server, or rehearse the draft.",
  },
  other_conversation_ended: {
    code: "unavailable",
    message: "Another conversation with this contact has just ended. Try again.",
  },
  notes_not_kept: {
    code: "invalid_state",
    message: "This call keeps only its outcome, so notes cannot be stored. Use tags.",
  },
  scorecard_empty: { code: "invalid_state", message: "The agent has no criteria. Set them first." },
  score_run_active: {
    code: "conflict",
    message: "A run is judging calls of this agent. Wait for its end, or cancel it.",
  },
  too_many_score_runs: {
    code: "conflict",
    message:
      "The workspace has {max} active runs, which is the limit. Wait for the end of one, or cancel it.",
  },
  score_run_ended: { code: "invalid_state", message: "The run has ended." },
  score_run_over_limit: {
    code: "conflict",
    message:
      "A cost limit leaves too little for a further call. An admin can raise it under Settings, or wait until its period ends.",
  },
  too_many_calls_to_judge: {
    code: "conflict",
    message: "The period has more than {max} calls to judge. Use a shorter one.",
  },
  criterion_unknown: { code: "not_found", message: "The call's agent has no such criterion." },
  criterion_without_points: {
    code: "invalid_state",
    message: "A criterion of kind text has no points. Write a comment on the call instead.",
  },
  mark_outside_criterion: {
    code: "invalid_state",
    message:
      "The value is not one of the criterion's. Use true or false for yes or no, or a point of the scale.",
  },
  comment_needs_member_or_key: { code: "forbidden", message: "Only members and API keys write comments." },
  too_many_comments: { code: "conflict", message: "A call has at most {max} comments. Delete one first." },
  comment_deletion_needs_author_or_admin: {
    code: "forbidden",
    message: "Only its author or an admin can delete a comment. Ask an admin.",
  },
  comment_change_needs_author: {
    code: "forbidden",
    message: "Only its author can change a comment. Write a new comment.",
  },
  recording_not_settled: {
    code: "invalid_state",
    message: "A recording can be played once its call has been settled.",
  },
  recording_being_masked: {
    code: "invalid_state",
    message:
      "More of this call is masked than before: its recording can be played again once that is silenced too.",
  },
  recording_incomplete: {
    code: "invalid_state",
    message: "Parts of this recording are missing in the storage.",
  },
  comments_of_erased_call: {
    code: "invalid_state",
    message: "The content of this call is erased, so comments and marks cannot be stored. Use tags.",
  },
  comments_of_outcome_only_call: {
    code: "invalid_state",
    message: "This call keeps only its outcome, so comments and marks cannot be stored. Use tags.",
  },
  comments_of_expired_call: {
    code: "invalid_state",
    message:
      "The retention period of this call's transcript has ended, so comments and marks cannot be stored. Use tags.",
  },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of calls: code and sentence by reason. */
export const CALLS_DETAILS = {
  unknown_contact: { code: "unknown_contact", message: "There is no such contact. Give the number in `to`." },
  unknown_variable: { code: "unknown_variable", message: "The agent has no such variable." },
  variable_value_invalid: { code: "invalid_value", message: "This is no value of the variable's type." },
  agent_not_on_channel: { code: "wrong_channel", message: "An agent of type {type} speaks on {channels}." },
  search_without_words: {
    code: "no_words",
    message: "Search for at least one word that is not among the most common.",
  },
} as const satisfies DetailReasons;
