import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of data: code and sentence by reason. */
export const DATA_ERRORS = {
  too_many_exports: { code: "conflict", message: "{max} exports are under way. Wait for one to end." },
  export_still_written: { code: "invalid_state", message: "The file is still being written." },
  export_file_gone: { code: "invalid_state", message: "There is no file any more. Export again." },
  export_incomplete: {
    code: "invalid_state",
    message: "Parts of this file are missing in the storage. Export again.",
  },
  too_many_views: { code: "conflict", message: "A member has at most {max} views. Delete one first." },
  view_privacy_needs_owner: {
    code: "forbidden",
    message: "Only its owner can make a view private. Delete it instead.",
  },
  too_many_webhooks: {
    code: "conflict",
    message: "A workspace has at most {max} webhooks. Delete one that is not used.",
  },
  webhook_switched_off: {
    code: "invalid_state",
    message: "This webhook is switched off. Switch it on first.",
  },
  view_sharing_needs_role: {
    code: "forbidden",
    message: "To share a view you need the role {role} or a stronger one.",
  },
  view_change_needs_role: {
    code: "forbidden",
    message: "To change another member's view you need the role {role} or a stronger one.",
  },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of data: code and sentence by reason. */
export const DATA_DETAILS = {
  range_ends_early: { code: "not_before_to", message: "Use a beginning before the end." },
  cost_period_too_long: {
    code: "too_long",
    message: "Use a shorter time, of at most {max} days, or a single agent.",
  },
  too_many_buckets: {
    code: "too_many_buckets",
    message: "Use a larger bucket or a shorter time: at most {max} fit.",
  },
  metric_without_group: {
    code: "unknown_combination",
    message: "Group this metric by {groups}; the others are groups of the metric calls.",
  },
} as const satisfies DetailReasons;
