import type { ColumnType } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type agent_rollbacks = {
    workspace_id: string;
    agent_id: string;
    /**
     * counts the rollbacks of the agent
     */
    number: number;
    version: number;
    /**
     * its reason
     */
    note: string | null;
    created_at: string;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
};
export type agent_versions = {
    workspace_id: string;
    agent_id: string;
    version: number;
    config: import("./json").Json;
    digest: string;
    /**
     * what the version changes, as the member who deployed it wrote
     */
    note: string | null;
    created_at: string;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
};
export type agents = {
    id: string;
    workspace_id: string;
    /**
     * name in the draft, for lists and search
     */
    name: string;
    /**
     * draft | live | archived
     */
    status: Generated<string>;
    /**
     * AgentConfig that is not deployed yet
     */
    draft: import("./json").Json;
    draft_digest: string;
    /**
     * { recording, transcript }: takes effect without a deploy
     */
    policy: import("./json").Json;
    /**
     * { variable: when it was last marked sensitive }; entries are never removed, so that stored values stay masked
     */
    sensitive_marks: Generated<import("./json").Json>;
    /**
     * no key: it would be circular, as versions refer to the agent
     */
    live_version: number | null;
    live_digest: string | null;
    /**
     * the running traffic split, with its candidate and the percentage of new calls that run it; null without a split
     * no key: it would be circular, as splits refer to the agent's versions
     */
    split_id: string | null;
    /**
     * no key: the split has it
     */
    candidate_version: number | null;
    candidate_percent: number | null;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    created_at: string;
    updated_at: string;
    deployed_at: string | null;
    archived_at: string | null;
};
export type analytics_changes = {
    id: Generated<number>;
    workspace_id: string;
    environment: string;
    /**
     * quarter hour of the call's creation
     */
    at: string;
    agent_id: string;
    /**
     * empty if none
     */
    campaign_id: string;
    channel: string;
    measures: string[];
    labels: string[];
    calls: number[];
    totals: number[];
};
export type analytics_rollups = {
    workspace_id: string;
    environment: string;
    /**
     * quarter | day | agent_id | campaign_id | channel | total
     */
    grain: string;
    at: string;
    measure: string;
    label: string;
    agent_id: string;
    campaign_id: string;
    channel: string;
    calls: number;
    total: number;
};
export type analytics_state = {
    workspace_id: string;
    timezone: string;
    checked_at: string | null;
};
export type api_keys = {
    id: string;
    workspace_id: string;
    /**
     * no key: the public part of the key itself
     */
    token_id: string;
    name: string;
    role: string;
    environment: string;
    hint: string;
    /**
     * SHA-256 of the secret, sealed with the workspace key
     */
    digest: Buffer;
    previous_digest: Buffer | null;
    previous_expires_at: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
    revoked_at: string | null;
    /**
     * networks in CIDR form from which it can be used; empty for any
     */
    allowed_addresses: Generated<string[]>;
};
export type attempts = {
    /**
     * <campaign, callback or call>/<contact>/<number of the attempt>
     */
    key: string;
    workspace_id: string;
    environment: string;
    campaign_id: string | null;
    contact_id: string;
    contact_hash: Buffer;
    /**
     * contact_hash while the attempt is in progress, then null: a contact has one attempt at a time per channel
     */
    busy: Buffer | null;
    call_id: string;
    /**
     * call | text
     */
    channel: string;
    number: number;
    /**
     * claimed → placing (from here on the carrier may have placed it) → placed → ended
     */
    state: Generated<string>;
    carrier: string | null;
    carrier_ref: string | null;
    /**
     * the policy decision that allowed it
     */
    decision: import("./json").Json;
    /**
     * completed no_answer busy voicemail failed canceled blocked
     */
    result: string | null;
    scheduled_at: string;
    lease_until: string | null;
    claimed_at: string;
    placed_at: string | null;
    ended_at: string | null;
};
export type audit_events = {
    workspace_id: string;
    seq: number;
    id: string;
    at: string;
    actor_type: string;
    actor_id: string;
    action: string;
    target: string;
    before: import("./json").Json | null;
    after: import("./json").Json | null;
    address: string | null;
    request_id: string;
    previous: Buffer;
    hash: Buffer;
};
export type audit_heads = {
    workspace_id: string;
    seq: number;
    hash: Buffer;
};
export type backfills = {
    workspace_id: string;
    /**
     * a key of BACKFILLS
     */
    name: string;
    /**
     * the last row that was processed
     */
    after: string | null;
    /**
     * rows to process, counted at the start
     */
    estimate: number;
    processed: Generated<number>;
    changed: Generated<number>;
    started_at: string;
    updated_at: string;
    finished_at: string | null;
};
export type call_comments = {
    id: string;
    workspace_id: string;
    call_id: string;
    /**
     * key | member
     */
    author_type: string;
    /**
     * no key: names an actor, who may be removed
     */
    author_id: string;
    /**
     * sealed under the call's subject
     */
    text: Buffer;
    /**
     * the turn that it is about
     */
    turn_index: number | null;
    /**
     * or the offset in the call
     */
    offset_ms: number | null;
    created_at: string;
    edited_at: string | null;
};
export type call_costs = {
    /**
     * no key: the money stays spent when a call is deleted; removed with the months and the workspace
     */
    workspace_id: string;
    /**
     * no key: the cost outlives its call, as the money is spent
     */
    call_id: string;
    /**
     * no key: the cost outlives its agent
     */
    agent_id: string;
    /**
     * day in the workspace's time zone
     */
    day: string;
    currency: string;
    amount: string;
    is_reserved: boolean;
};
export type call_joins = {
    id: string;
    workspace_id: string;
    environment: string;
    call_id: string;
    /**
     * take_over | listen
     */
    kind: string;
    /**
     * no key: names a member, who may be removed
     */
    member_id: string;
    user_id: string;
    /**
     * no key: the session that ends the join when it is revoked
     */
    session_id: string;
    /**
     * the member agreed that the recording continues with their voice
     */
    accepts_recording: Generated<boolean>;
    /**
     * requested → claimed (a gateway waits for the member's connection) → connected → ended; requested → refused
     */
    state: Generated<string>;
    /**
     * why it was refused, or how it ended
     */
    reason: string | null;
    /**
     * where the other gateways reach the one that claimed it; null if it has no such address
     */
    gateway_url: string | null;
    requested_at: string;
    connected_at: string | null;
    ended_at: string | null;
    /**
     * renewed by the gateway while the member is connected
     */
    lease_until: string | null;
};
export type call_scores = {
    workspace_id: string;
    call_id: string;
    /**
     * name of the criterion in the agent's scorecard
     */
    criterion: string;
    /**
     * of the criterion
     */
    version: number;
    agent_id: string;
    /**
     * no key: the version that the call ran, which is never deleted
     */
    agent_version: number | null;
    environment: string;
    /**
     * creation of the call: figures are by its day
     */
    called_at: string;
    /**
     * yes_no | scale | text
     */
    kind: string;
    /**
     * judged | not_judged | pending (a member marked it before a judge did)
     */
    state: string;
    /**
     * why it is not judged
     */
    problem: string | null;
    /**
     * 1 or 0 for yes or no, the point of a scale; null for a text
     */
    value: number | null;
    /**
     * null without a rule
     */
    passed: boolean | null;
    /**
     * sealed under the call's subject: the judge's reason and text
     */
    content: Buffer | null;
    /**
     * that judged
     */
    model: string | null;
    judged_at: string | null;
    /**
     * a member's mark
     */
    marked_value: number | null;
    /**
     * no key: names an actor, who may be removed
     */
    marked_by: string | null;
    marked_at: string | null;
};
export type call_sessions = {
    workspace_id: string;
    call_id: string;
    /**
     * sealed JSON: the reducer's state
     */
    state: Buffer;
    lease_owner: string | null;
    lease_until: string | null;
    /**
     * time of the next scheduled event: inactivity, maximum duration, a lost lease, settling
     */
    due_at: string;
    /**
     * attempts to settle
     */
    attempts: Generated<number>;
    /**
     * use of models so far, in the form of `calls.usage`
     */
    usage: Generated<import("./json").Json>;
    /**
     * when a transfer's target accepted the caller, until the call has ended
     */
    transferred_at: string | null;
};
export type call_sip_messages = {
    id: string;
    workspace_id: string;
    call_id: string;
    /**
     * sealed JSON, under the call's subject
     */
    messages: Buffer;
    created_at: string;
};
export type call_turns = {
    workspace_id: string;
    call_id: string;
    index: number;
    /**
     * sealed JSON: a Turn
     */
    sealed: Buffer;
    at: string;
};
export type callbacks = {
    id: string;
    workspace_id: string;
    environment: string;
    call_id: string;
    agent_id: string;
    contact_hash: Buffer | null;
    /**
     * no key: a contact or a call
     */
    subject_id: string;
    /**
     * sealed
     */
    number: Buffer | null;
    /**
     * sealed
     */
    reason: Buffer | null;
    due_at: string;
    status: Generated<string>;
    created_at: string;
};
export type calls = {
    id: string;
    workspace_id: string;
    environment: string;
    agent_id: string;
    /**
     * null for a test call of the draft; no key: versions are never deleted, and a test call has none
     */
    agent_version: number | null;
    /**
     * the draft that a test call runs; null if it runs a version
     */
    draft_config: import("./json").Json | null;
    /**
     * the traffic split that selected the version; no key: splits are never deleted
     */
    split_id: string | null;
    /**
     * whether the split selected its candidate; null without a split
     */
    is_candidate: boolean | null;
    /**
     * no key: outlives the contact
     */
    contact_id: string | null;
    campaign_id: string | null;
    channel: string;
    direction: string;
    status: string;
    end_reason: string | null;
    reasons: Generated<import("./json").Json>;
    purpose: Generated<string>;
    /**
     * the subject whose key seals this call's data; no key: a contact or a call
     */
    subject_id: string;
    /**
     * sealed
     */
    from_number: Buffer | null;
    /**
     * sealed
     */
    to_number: Buffer | null;
    /**
     * keyed hash of the caller's number
     */
    contact_hash: Buffer | null;
    /**
     * sealed JSON
     */
    metadata: Buffer | null;
    /**
     * sealed JSON
     */
    initial_variables: Buffer | null;
    /**
     * sealed
     */
    notes: Buffer | null;
    tags: Generated<string[]>;
    suppress_recording: Generated<boolean>;
    recording: Generated<import("./json").Json>;
    /**
     * [{ at, provider, part, kind }]: failures of speech providers
     */
    provider_failures: Generated<import("./json").Json>;
    outcome_tag: string | null;
    outcome_successful: boolean | null;
    /**
     * sealed
     */
    summary: Buffer | null;
    /**
     * sealed JSON, set when the call settles
     */
    variables: Buffer | null;
    /**
     * sealed JSON, set when the call settles
     */
    transcript: Buffer | null;
    pinned_sensitive: Generated<string[]>;
    redact: Generated<boolean>;
    words: Generated<number[]>;
    turn_p50_ms: number | null;
    turn_p95_ms: number | null;
    /**
     * figures for the roll-ups, set when the call settles: latency of each answer, and turns of each side
     */
    turn_latencies: Generated<number[]>;
    caller_turns: number | null;
    agent_turns: number | null;
    /**
     * `part:provider` of the agent's configuration: `model:builtin`
     */
    providers: Generated<string[]>;
    /**
     * use of each provider; empty if none failed, as each was used for the whole call
     */
    provider_ms: Generated<number[]>;
    provider_turns: Generated<number[]>;
    /**
     * [{ turn, provider, model, units: { unit: quantity } }]: what providers bill, without any content; set when the call settles
     */
    usage: Generated<import("./json").Json>;
    legal_hold: string | null;
    created_at: string;
    started_at: string | null;
    answered_at: string | null;
    ended_at: string | null;
    settled_at: string | null;
    erased_at: string | null;
    duration_ms: number | null;
    /**
     * how often another gateway has taken over the line; a gateway with an earlier number writes nothing
     */
    resumptions: Generated<number>;
    /**
     * { status, attestation, reason } of the caller's number (STIR/SHAKEN); null unless it came over a SIP trunk
     */
    caller_signature: import("./json").Json | null;
};
export type campaign_contacts = {
    workspace_id: string;
    campaign_id: string;
    /**
     * no key: outlives the contact, so that counts do not change
     */
    contact_id: string;
    /**
     * pending | active | completed | held | blocked | failed | canceled
     */
    status: Generated<string>;
    attempts: Generated<number>;
    /**
     * time of the next attempt, while pending or held
     */
    next_attempt_at: string | null;
    /**
     * no key: outlives the call
     */
    last_call_id: string | null;
    outcome: string | null;
    /**
     * a human answered
     */
    reached: Generated<boolean>;
    reasons: Generated<import("./json").Json>;
    /**
     * sealed JSON under the contact's key
     */
    variables: Buffer | null;
    created_at: string;
    updated_at: string;
};
export type campaign_counts = {
    workspace_id: string;
    campaign_id: string;
    status: string;
    contacts: Generated<number>;
    reached: Generated<number>;
};
export type campaigns = {
    id: string;
    workspace_id: string;
    environment: string;
    name: string;
    agent_id: string;
    /**
     * phone | sms
     */
    channel: string;
    purpose: string;
    /**
     * draft | scheduled | running | paused | completed | canceled | failed
     */
    status: Generated<string>;
    starts_at: string | null;
    ends_at: string | null;
    window: import("./json").Json;
    max_concurrent_calls: number;
    calls_per_second: number;
    attempts: import("./json").Json;
    /**
     * SIP trunks of its calls, in order: [int_…]; null for those of the workspace's outbound routes. No key: like a number, it outlives the integration
     */
    trunk_ids: import("./json").Json | null;
    /**
     * consecutive carrier failures, and until when no call is placed because of them
     */
    carrier_failures: Generated<number>;
    backoff_until: string | null;
    /**
     * why no call is placed until backoff_until, if its trunks have reached a limit; null otherwise
     * trunk_limit_reached | cost_limit_reached
     */
    waiting_reason: string | null;
    /**
     * the latest time slot given to an attempt, for calls per second
     */
    last_slot_at: string | null;
    /**
     * the reason if it failed
     */
    failure: string | null;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
    created_at: string;
    updated_at: string;
    launched_at: string | null;
    completed_at: string | null;
};
export type consents = {
    id: string;
    workspace_id: string;
    environment: string;
    contact_id: string;
    /**
     * informational | telemarketing | recording
     */
    purpose: string;
    /**
     * call | text
     */
    channel: string;
    granted: boolean;
    source: string;
    /**
     * sealed
     */
    wording: Buffer | null;
    /**
     * sealed
     */
    evidence: Buffer | null;
    /**
     * the importer who attested the source without evidence
     * no key: names an actor, who may be removed
     */
    attested_by: string | null;
    actor_type: string;
    /**
     * no key: names an actor, who may be removed
     */
    actor_id: string;
    /**
     * no key: outlives the call
     */
    call_id: string | null;
    /**
     * no key: outlives the import
     */
    import_id: string | null;
    /**
     * when it was granted or revoked
     */
    at: string;
    created_at: string;
};
export type contacts = {
    id: string;
    workspace_id: string;
    environment: string;
    /**
     * keyed hash of the number in E.164
     */
    number_hash: Buffer;
    /**
     * sealed
     */
    number: Buffer;
    /**
     * sealed
     */
    name: Buffer | null;
    /**
     * keyed hashes of the name's words
     */
    name_hashes: Generated<number[]>;
    /**
     * sealed JSON
     */
    attributes: Buffer | null;
    /**
     * IANA name; null if unknown
     */
    timezone: string | null;
    /**
     * provided | number
     */
    timezone_source: string | null;
    /**
     * ISO 3166: US-CA, DE; null if the number does not imply one
     */
    region: string | null;
    legal_hold: string | null;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    created_at: string;
    updated_at: string;
};
export type cost_limits = {
    workspace_id: string;
    /**
     * { currency, per_day, per_month, reserve_per_call }
     */
    limits: import("./json").Json;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    changed_at: string | null;
};
export type customer_keys = {
    workspace_id: string;
    /**
     * sealed with the root key; null after withdrawal
     */
    material: Buffer | null;
    /**
     * HMAC-SHA-256 with the material as key, to recognize the same material
     */
    check_value: Buffer;
    imported_at: string;
    withdrawn_at: string | null;
};
export type deferred_texts = {
    id: string;
    workspace_id: string;
    carrier: string;
    carrier_ref: string;
    /**
     * sender, body and number, sealed with the lock-exempt key
     */
    sealed: Buffer;
    /**
     * keyed hash of the sender's number, for erasures
     */
    contact_hash: Buffer | null;
    created_at: string;
};
export type deletions = {
    id: string;
    workspace_id: string;
    environment: string;
    /**
     * no key: outlives the contact
     */
    contact_id: string | null;
    /**
     * keyed hash of the number: it matches calls of every channel, and a live request matches both environments
     */
    contact_hash: Buffer;
    /**
     * scheduled | running | completed | blocked
     */
    status: Generated<string>;
    /**
     * contact_hold | call_hold
     */
    blocked_by: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    requested_by: string;
    requested_at: string;
    due_by: string;
    started_at: string | null;
    /**
     * the last pass that removed data, or the first; a later pass that finds no data completes the deletion
     */
    removed_at: string | null;
    completed_at: string | null;
    passes: Generated<number>;
    /**
     * number of removed rows per kind, over all passes
     */
    removed: Generated<import("./json").Json>;
    data_backups_expire_by: string | null;
    key_backups_expire_by: string | null;
    receipt: import("./json").Json | null;
};
export type dismissed_proposals = {
    workspace_id: string;
    agent_id: string;
    /**
     * no key: outlives the call, of which it holds nothing else
     */
    call_id: string;
    dismissed_at: string;
};
export type event_streams = {
    id: string;
    workspace: string;
    /**
     * `key:…` or `member:…`
     */
    holder: string;
    expires_at: string;
};
export type exports = {
    id: string;
    workspace_id: string;
    environment: string;
    /**
     * calls | contacts | variables | audit | contact
     */
    resource: string;
    /**
     * csv | jsonl
     */
    format: string;
    filters: Generated<import("./json").Json>;
    /**
     * queued | running | completed | failed | expired | withdrawn
     */
    status: Generated<string>;
    /**
     * folder of its parts
     */
    object: string;
    parts: Generated<number>;
    bytes: Generated<number>;
    rows: Generated<number>;
    /**
     * number of rows at its start, if known
     */
    total: number | null;
    /**
     * cursor after the last complete part
     */
    place: string | null;
    failure: string | null;
    lease_until: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
    created_at: string;
    completed_at: string | null;
    expires_at: string | null;
    /**
     * when its files were last checked
     */
    checked_at: string | null;
    /**
     * since when files are missing
     */
    missing_since: string | null;
};
export type idempotency_keys = {
    workspace_id: string;
    /**
     * SHA-256 of actor, path and key
     */
    scope: Buffer;
    /**
     * keyed hash of the body
     */
    request_hash: Buffer;
    /**
     * running | done
     */
    state: string;
    /**
     * renewed by the process that runs the request, until it is done
     */
    running_until: string | null;
    status: number | null;
    reference: string | null;
    created_at: string;
    expires_at: string;
};
export type import_chunks = {
    workspace_id: string;
    import_id: string;
    part: number;
    sealed: Buffer;
};
export type import_rejected_parts = {
    workspace_id: string;
    import_id: string;
    part: number;
    sealed: Buffer;
};
export type imports = {
    id: string;
    workspace_id: string;
    environment: string;
    /**
     * contacts | suppressions
     */
    kind: string;
    /**
     * csv | json
     */
    format: string;
    /**
     * queued | checking | applying | completed | failed
     */
    status: Generated<string>;
    /**
     * mapping, on_invalid, country, consent_source, attest, list, expires_at
     */
    settings: Generated<import("./json").Json>;
    campaign_id: string | null;
    bytes: number;
    rows: Generated<number>;
    done: Generated<number>;
    created: Generated<number>;
    updated: Generated<number>;
    merged: Generated<number>;
    error_count: Generated<number>;
    /**
     * [{ row, column, code, message }], at most 1,000, without values of the file
     */
    errors: Generated<import("./json").Json>;
    /**
     * [{ column, field, source, values }]: the field of each column
     */
    columns: Generated<import("./json").Json>;
    /**
     * [{ rows }]: the merged rows of a number, for the first 20 numbers
     */
    merges: Generated<import("./json").Json>;
    /**
     * rows that were not imported, and the file of them that can be downloaded until rejected_expires_at
     */
    rejected: Generated<number>;
    rejected_parts: Generated<number>;
    rejected_bytes: Generated<number>;
    rejected_expires_at: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
    created_at: string;
    completed_at: string | null;
};
export type integrations = {
    id: string;
    workspace_id: string;
    environment: string;
    name: string;
    /**
     * one of the kinds of lib/agents/providers
     */
    kind: string;
    hosts: string[];
    /**
     * settings that are not secret: the fields of StoredSettings (lib/agents/providers/stored-settings.ts)
     */
    settings: Generated<import("./json").Json>;
    secret: Buffer;
    created_at: string;
};
export type invitations = {
    id: string;
    workspace_id: string;
    /**
     * sealed with the workspace key
     */
    email: Buffer;
    /**
     * hash of the address, which has at most one open invitation
     */
    email_hash: Buffer;
    role: string;
    /**
     * each renewal creates a new token
     */
    issue: Generated<number>;
    token_hash: Buffer;
    /**
     * off | waiting | sent | failed
     */
    mail: string;
    /**
     * no key: names an actor, who may be removed
     */
    invited_by: string;
    created_at: string;
    expires_at: string;
    accepted_at: string | null;
    revoked_at: string | null;
};
export type key_ids = {
    token_id: string;
    /**
     * no key: copied with token_id
     */
    workspace_id: string;
};
export type key_imports = {
    id: string;
    workspace_id: string;
    /**
     * PEM
     */
    public_key: string;
    /**
     * sealed with the root key; null after use
     */
    private_key: Buffer | null;
    created_at: string;
    expires_at: string;
};
export type key_rotations = {
    workspace_id: string;
    /**
     * version of the new data key
     */
    version: number;
    /**
     * schedule | manual | customer_key
     */
    reason: string;
    /**
     * no key: names an actor, who may be removed
     */
    started_by: string;
    /**
     * values under previous keys at its start
     */
    total: number;
    done: Generated<number>;
    /**
     * the last subject checked in this pass
     */
    cursor: Generated<string>;
    /**
     * passes that ended with values left
     */
    passes: Generated<number>;
    created_at: string;
    completed_at: string | null;
};
export type members = {
    id: string;
    workspace_id: string;
    user_id: string;
    role: string;
    created_at: string;
    /**
     * joined by single sign-on: a password does not open the workspace to them
     */
    joined_by_sso: Generated<boolean>;
    /**
     * kinds of notices that are not mailed to them
     */
    muted_mail_notices: Generated<string[]>;
    /**
     * when they hid the setup checklist of the home page
     */
    setup_hidden_at: string | null;
};
export type notices = {
    id: string;
    workspace_id: string;
    /**
     * no key: outlives the membership
     */
    user_id: string;
    kind: string;
    /**
     * environment of the subject; null if it belongs to both
     */
    environment: string | null;
    /**
     * ID of the object that it is about; no key: objects of several kinds
     */
    subject: string;
    /**
     * ID of the linked object; no key: objects of several kinds
     */
    link_id: string | null;
    /**
     * distinguishes repeated notices about one subject
     */
    stage: Generated<string>;
    created_at: string;
    read_at: string | null;
    mailed_at: string | null;
};
export type password_resets = {
    id: string;
    user_id: string | null;
    token_hash: Buffer;
    created_at: string;
    expires_at: string;
    used_at: string | null;
};
export type phone_numbers = {
    id: string;
    workspace_id: string;
    environment: string;
    number: string;
    agent_id: string | null;
    /**
     * no key: outlives the integration
     */
    integration_id: string;
    /**
     * { days, start, end, timezone } when the agent answers calls; null for always
     */
    hours: import("./json").Json | null;
    /**
     * number to which unanswered calls are forwarded
     */
    fallback_number: string | null;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    created_at: string;
};
export type price_lists = {
    workspace_id: string;
    /**
     * { prices: [{ provider, model, unit, currency, amount, per, valid_from }] }
     */
    prices: import("./json").Json;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    changed_at: string | null;
};
export type rate_limits = {
    key: string;
    hits: Generated<number[]>;
};
export type recordings = {
    call_id: string;
    workspace_id: string;
    /**
     * the subject whose key seals it
     */
    subject_id: string;
    /**
     * folder of its chunks; a new one when its file is made
     */
    object: string;
    /**
     * capturing | following | captured | ready | removing
     */
    state: string;
    /**
     * offset in the call at which it starts
     */
    started_ms: number;
    /**
     * offsets at which later gateways continued it, one for each further part
     */
    resumed_ms: Generated<number[]>;
    /**
     * set when it is ready
     */
    duration_ms: number | null;
    bytes: number | null;
    /**
     * sealed JSON
     */
    peaks: Buffer | null;
    /**
     * [[from, to]] in milliseconds of the call: ranges silenced in both channels
     */
    silenced: import("./json").Json | null;
    created_at: string;
    expires_at: string | null;
    /**
     * when its files were last checked
     */
    checked_at: string | null;
    /**
     * since when files are missing
     */
    missing_since: string | null;
};
export type recovery_codes = {
    user_id: string;
    code_hash: Buffer;
    used_at: string | null;
};
export type saved_views = {
    id: string;
    workspace_id: string;
    environment: string;
    /**
     * the member who created it; no key: a shared view outlives its owner
     */
    owner_id: string;
    /**
     * calls | contacts
     */
    resource: string;
    shared: boolean;
    /**
     * sealed JSON with the workspace key: { name, query }
     */
    content: Buffer;
    created_at: string;
    updated_at: string;
};
export type schema_state = {
    /**
     * always "public"
     */
    name: string;
    /**
     * name of the newest applied migration
     */
    level: string;
    /**
     * name of the newest migration of the oldest release that may use this schema
     */
    oldest_release: string;
    changed_at: string;
};
export type score_runs = {
    id: string;
    workspace_id: string;
    agent_id: string;
    /**
     * of the calls' creation, a date in UTC
     */
    first_day: string;
    last_day: string;
    /**
     * whether answers by a current version are judged again
     */
    replaces: boolean;
    /**
     * queued → running → completed | canceled | stopped (by a cost limit) | failed (by the judge)
     */
    state: Generated<string>;
    /**
     * calls to judge at the start
     */
    total: number;
    processed: Generated<number>;
    /**
     * calls one after the other on which the judge failed
     */
    failures: Generated<number>;
    /**
     * no key: the call that was processed last, which may be deleted
     */
    place: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
    created_at: string;
    ended_at: string | null;
};
export type scorecards = {
    workspace_id: string;
    agent_id: string;
    /**
     * that judges; null for the agent's model
     */
    model: string | null;
    /**
     * every version of every criterion, and which are current
     */
    criteria: import("./json").Json;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    updated_at: string;
};
export type second_factors = {
    user_id: string;
    secret: Buffer;
    confirmed_at: string | null;
    last_step: Generated<number>;
    /**
     * failed attempts since the last correct code
     */
    tries: Generated<number>;
    tried_at: string | null;
    created_at: string;
};
export type secret_fingerprints = {
    name: string;
    /**
     * hex HMAC-SHA-256 of a constant under the key
     */
    fingerprint: string;
};
export type sessions = {
    id: string;
    user_id: string;
    workspace_id: string;
    environment: Generated<string>;
    address: string | null;
    user_agent: string | null;
    created_at: string;
    last_seen_at: string;
    expires_at: string;
    ended_at: string | null;
    /**
     * password | sso | break_glass; the last two give access only to the workspace that they were created for
     */
    method: Generated<string>;
    /**
     * digest of the browser's cookie: a sign-in from a new browser sends a notice
     */
    browser: string | null;
};
export type sip_placements = {
    /**
     * key of the attempt
     */
    key: string;
    workspace_id: string;
    environment: string;
    call_id: string;
    integration_id: string;
    /**
     * number of the workspace that calls, in E.164
     */
    from_number: string;
    /**
     * requested → claimed (from here on an INVITE may have left) → ended; requested → withdrawn
     */
    state: Generated<string>;
    gateway_id: string | null;
    is_hang_up_due: Generated<boolean>;
    /**
     * status of the final response to the INVITE; null before it, and if none came
     */
    sip_status: number | null;
    requested_at: string;
    claimed_at: string | null;
    /**
     * renewed by the gateway while the INVITE rings or the call continues
     */
    lease_until: string | null;
    ended_at: string | null;
    /**
     * country of the called number (ISO 3166), for the limits of the trunk
     */
    country: string | null;
    /**
     * price of a minute in millionths of the currency of the trunk's prices, as of the request
     */
    minute_price: number | null;
    /**
     * [{ integration_id, from_number }]: the next trunks, in order, if this one certainly does not place the call
     */
    alternatives: Generated<import("./json").Json>;
    /**
     * [{ integration_id, from_number, at, was_sent, status, reason }]: the trunks that certainly did not place it, in order
     */
    tries: Generated<import("./json").Json>;
};
export type sip_registrations = {
    workspace_id: string;
    integration_id: string;
    gateway_id: string;
    lease_until: string;
    /**
     * registering | registered | failed
     */
    state: Generated<string>;
    /**
     * why it failed, for people; null otherwise
     */
    detail: string | null;
    updated_at: string;
};
export type sso_assertions = {
    workspace_id: string;
    assertion_hash: Buffer;
    expires_at: string;
};
export type sso_connections = {
    workspace_id: string;
    /**
     * no key: an identifier of the provider
     */
    entity_id: string;
    sso_url: string;
    metadata_url: string | null;
    /**
     * [{ certificate, fingerprint, subject, not_after }], at most four
     */
    certificates: import("./json").Json;
    /**
     * { attribute, rules: [{ value, role }], default_role }
     */
    role_mapping: import("./json").Json;
    enforced: Generated<boolean>;
    idp_initiated: Generated<boolean>;
    /**
     * last completed sign-in or test
     */
    last_success_at: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    break_glass_member: string | null;
    /**
     * SHA-256 of the code; 160 random bits need no slow hash
     */
    break_glass_hash: Buffer | null;
    break_glass_at: string | null;
    /**
     * certificate fingerprints with the days before expiry for which owners were notified
     */
    warned: Generated<string[]>;
    created_at: string;
    updated_at: string;
};
export type sso_domains = {
    workspace_id: string;
    domain: string;
    created_at: string;
    confirmed_at: string | null;
};
export type sso_requests = {
    workspace_id: string;
    /**
     * SHA-256 of the RelayState
     */
    relay_hash: Buffer;
    /**
     * of the AuthnRequest
     */
    request_id: string;
    purpose: string;
    /**
     * the member who runs the test; no key: names an actor, who may be removed
     */
    started_by: string | null;
    created_at: string;
    expires_at: string;
    answered_at: string | null;
    code_hash: Buffer | null;
    /**
     * the person's attributes from the provider, sealed
     */
    identity: Buffer | null;
    refused: string | null;
    redeemed_at: string | null;
};
export type staff = {
    id: string;
    /**
     * lower case
     */
    email: string;
    /**
     * Argon2id; null until it is set by the link
     */
    password_hash: string | null;
    /**
     * SHA-256 of the one-time link's token
     */
    link_hash: Buffer | null;
    link_expires_at: string | null;
    created_at: string;
    disabled_at: string | null;
};
export type staff_sessions = {
    id: string;
    staff_id: string;
    token_hash: Buffer;
    /**
     * ticket that gives access to a workspace
     */
    ticket_id: string | null;
    address: string | null;
    created_at: string;
    expires_at: string;
    ended_at: string | null;
};
export type staff_tickets = {
    id: string;
    workspace_id: string;
    /**
     * no key: names an actor
     */
    staff_id: string;
    /**
     * at the time of the request, shown to the workspace
     */
    staff_email: string;
    reason: string;
    hours: number;
    /**
     * requested | approved | refused | ended
     */
    status: Generated<string>;
    created_at: string;
    decided_at: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    decided_by: string | null;
    /**
     * set on approval
     */
    expires_at: string | null;
    ended_at: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    ended_by: string | null;
};
export type storage_sweeps = {
    /**
     * also written into the storage, to identify its installation
     */
    owner: string;
    /**
     * the last folder that was checked
     */
    place: string | null;
    started_at: string | null;
    ended_at: string | null;
    orphans: Generated<number>;
    removed: Generated<number>;
};
export type subject_keys = {
    workspace_id: string;
    subject_id: string;
    key_version: number;
    wrapped: Buffer;
    created_at: string;
};
export type suite_results = {
    /**
     * `<run>/<case>/<repetition>`
     */
    key: string;
    workspace_id: string;
    run_id: string;
    case_index: number;
    repetition: number;
    passed: boolean;
    /**
     * [{ check, type, reason } or { promise, reason }]: no words of the conversation
     */
    failures: import("./json").Json;
    /**
     * sealed JSON with the workspace key: the masked transcript, the end reason and the conclusion
     */
    conversation: Buffer | null;
    reply_p50_ms: number | null;
    reply_p95_ms: number | null;
    turns: number;
    ended_at: string;
};
export type suite_runs = {
    id: string;
    workspace_id: string;
    suite_id: string;
    /**
     * null for the draft; no key: versions are never deleted, and a draft has none
     */
    agent_version: number | null;
    /**
     * the agent's configuration that runs
     */
    config: import("./json").Json;
    config_digest: string;
    /**
     * sealed JSON with the workspace key: the cases that run
     */
    cases: Buffer;
    suite_digest: string;
    repetitions: number;
    min_pass_percent: number;
    /**
     * queued → running → passed | failed | canceled | broken
     */
    state: Generated<string>;
    /**
     * cases times repetitions
     */
    total: number;
    /**
     * set at the end
     */
    failed_cases: number | null;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
    created_at: string;
    started_at: string | null;
    ended_at: string | null;
};
export type suites = {
    id: string;
    workspace_id: string;
    agent_id: string;
    name: string;
    /**
     * a deploy needs a passed run of it
     */
    is_required: boolean;
    /**
     * how often a run holds each case
     */
    repetitions: number;
    /**
     * share of a case's repetitions that must pass
     */
    min_pass_percent: number;
    /**
     * sealed JSON with the workspace key: the test cases
     */
    cases: Buffer;
    case_count: number;
    /**
     * of the cases and settings that decide a run
     */
    digest: string;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    created_at: string;
    updated_at: string;
};
export type suppressions = {
    workspace_id: string;
    environment: string;
    contact_hash: Buffer;
    /**
     * spoken_opt_out | keyword | request | list | carrier
     */
    source: string;
    /**
     * the name of a do-not-call list
     */
    list: Generated<string>;
    /**
     * call, text
     */
    channels: string[];
    reason: string;
    /**
     * no key: outlives the call
     */
    call_id: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    actor_id: string | null;
    created_at: string;
    expires_at: string | null;
};
export type texts = {
    id: string;
    workspace_id: string;
    environment: string;
    /**
     * null if no agent answers it: a keyword, or a suppressed contact
     */
    call_id: string | null;
    contact_id: string;
    /**
     * inbound | outbound
     */
    direction: string;
    /**
     * queued | sending | sent | delivered | failed | received
     */
    state: string;
    /**
     * the workspace's number
     */
    from_number: string | null;
    /**
     * sealed under the contact's key; removed when the call settles
     */
    body: Buffer | null;
    carrier: string | null;
    carrier_ref: string | null;
    error_code: string | null;
    created_at: string;
    sent_at: string | null;
};
export type tools = {
    id: string;
    workspace_id: string;
    name: string;
    description: string;
    parameters: import("./json").Json;
    request: import("./json").Json;
    /**
     * mapping of the response: mappingDocument (lib/agents/tools/http/stored-policies.ts)
     */
    response: Generated<import("./json").Json>;
    /**
     * retriesDocument, as there
     */
    retries: Generated<import("./json").Json>;
    /**
     * no key: outlives the integration
     */
    integration_id: string | null;
    timeout_ms: number;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    created_at: string;
    updated_at: string;
};
export type traffic_splits = {
    workspace_id: string;
    id: string;
    agent_id: string;
    live_version: number;
    candidate_version: number;
    /**
     * of new calls that run the candidate
     */
    percent: number;
    /**
     * running | promoted | stopped
     */
    status: Generated<string>;
    started_at: string;
    /**
     * no key: names an actor, who may be removed
     */
    started_by: string;
    /**
     * of the percentage
     */
    changed_at: string | null;
    ended_at: string | null;
    /**
     * no key: names an actor, who may be removed
     */
    ended_by: string | null;
};
export type trunk_usage = {
    workspace_id: string;
    integration_id: string;
    hour: string;
    country: string;
    /**
     * number of times that an admin had lifted the limits; later calls count from zero
     */
    lift: number;
    calls: number;
    /**
     * calls that failed, or that lasted only seconds
     */
    failed: number;
    /**
     * started minutes
     */
    minutes: number;
    /**
     * price of the minutes in millionths of the currency of the trunk's prices
     */
    spend: number;
};
export type users = {
    id: string;
    /**
     * lower case
     */
    email: string;
    name: string;
    /**
     * Argon2id in PHC form; null where only single sign-on opens the account
     */
    password_hash: string | null;
    created_at: string;
};
export type voice_gateways = {
    gateway_id: string;
    /**
     * runs with --only=gateway
     */
    is_separate: boolean;
    /**
     * has a SIP endpoint
     */
    carries_sip: Generated<boolean>;
    /**
     * further calls that it accepts
     */
    free_calls: Generated<number>;
    /**
     * one time for each reserved call that may still ring
     */
    reserved_until: Generated<string[]>;
    last_reported_at: string;
};
export type webhook_deliveries = {
    id: string;
    workspace_id: string;
    endpoint_id: string;
    event_id: string;
    type: string;
    /**
     * pending | delivered | failed | canceled
     */
    status: Generated<string>;
    replay_of: string | null;
    attempts: Generated<number>;
    /**
     * set while pending
     */
    next_attempt_at: string | null;
    last_attempt_at: string | null;
    /**
     * of the last attempt
     */
    response_status: number | null;
    /**
     * of the last attempt: a code
     */
    error: string | null;
    duration_ms: number | null;
    created_at: string;
};
export type webhook_endpoints = {
    id: string;
    workspace_id: string;
    environment: string;
    url: string;
    description: Generated<string>;
    /**
     * kinds, or `*`
     */
    events: string[];
    enabled: Generated<boolean>;
    /**
     * failing | gone, if Parley disabled it
     */
    disabled_reason: string | null;
    /**
     * sealed with the workspace key
     */
    secret: Buffer;
    /**
     * sealed; also signs until it expires
     */
    previous_secret: Buffer | null;
    previous_expires_at: string | null;
    /**
     * since when every delivery has failed
     */
    failing_since: string | null;
    /**
     * consecutive runs in which every delivery failed
     */
    failures: Generated<number>;
    /**
     * no delivery is sent before
     */
    backoff_until: string | null;
    /**
     * one worker at a time delivers to it
     */
    lease_until: string | null;
    /**
     * that worker
     */
    lease_owner: string | null;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    /**
     * no key: names an actor, who may be removed
     */
    created_by: string;
    created_at: string;
    updated_at: string;
};
export type webhook_events = {
    id: string;
    workspace_id: string;
    environment: string;
    type: string;
    /**
     * ID of the object that changed
     */
    target: string;
    created_at: string;
};
export type worker_heartbeats = {
    worker_id: string;
    last_heartbeat_at: string;
};
export type workspace_keys = {
    workspace_id: string;
    purpose: string;
    version: number;
    wrapped: Buffer;
    /**
     * wrapped by the customer's key, and then by the root key
     */
    customer: Generated<boolean>;
    /**
     * when it starts to seal, after every process has loaded it; null for immediately
     */
    active_from: string | null;
    created_at: string;
};
export type workspaces = {
    id: string;
    name: string;
    plan: Generated<string>;
    timezone: Generated<string>;
    /**
     * { recording, transcript }: defaults of a new agent
     */
    defaults: Generated<import("./json").Json>;
    /**
     * { payment: { ivr_number, link_url }, require_zero_retention, require_call_encryption, outbound_routes, baa: { signed_on, signer } | null }
     */
    settings: Generated<import("./json").Json>;
    /**
     * entity tag, renewed by a trigger
     */
    revision: Generated<string>;
    created_at: string;
    /**
     * end of a deletion's grace period; the workspace is locked while it is set
     */
    delete_after: string | null;
    deletion_requested_at: string | null;
    /**
     * member or API key; no key: names an actor, who may be removed
     */
    deletion_requested_by: string | null;
};
export type DB = {
    agent_rollbacks: agent_rollbacks;
    agent_versions: agent_versions;
    agents: agents;
    analytics_changes: analytics_changes;
    analytics_rollups: analytics_rollups;
    analytics_state: analytics_state;
    api_keys: api_keys;
    attempts: attempts;
    audit_events: audit_events;
    audit_heads: audit_heads;
    backfills: backfills;
    call_comments: call_comments;
    call_costs: call_costs;
    call_joins: call_joins;
    call_scores: call_scores;
    call_sessions: call_sessions;
    call_sip_messages: call_sip_messages;
    call_turns: call_turns;
    callbacks: callbacks;
    calls: calls;
    campaign_contacts: campaign_contacts;
    campaign_counts: campaign_counts;
    campaigns: campaigns;
    consents: consents;
    contacts: contacts;
    cost_limits: cost_limits;
    customer_keys: customer_keys;
    deferred_texts: deferred_texts;
    deletions: deletions;
    dismissed_proposals: dismissed_proposals;
    event_streams: event_streams;
    exports: exports;
    idempotency_keys: idempotency_keys;
    import_chunks: import_chunks;
    import_rejected_parts: import_rejected_parts;
    imports: imports;
    integrations: integrations;
    invitations: invitations;
    key_ids: key_ids;
    key_imports: key_imports;
    key_rotations: key_rotations;
    members: members;
    notices: notices;
    password_resets: password_resets;
    phone_numbers: phone_numbers;
    price_lists: price_lists;
    rate_limits: rate_limits;
    recordings: recordings;
    recovery_codes: recovery_codes;
    saved_views: saved_views;
    schema_state: schema_state;
    score_runs: score_runs;
    scorecards: scorecards;
    second_factors: second_factors;
    secret_fingerprints: secret_fingerprints;
    sessions: sessions;
    sip_placements: sip_placements;
    sip_registrations: sip_registrations;
    sso_assertions: sso_assertions;
    sso_connections: sso_connections;
    sso_domains: sso_domains;
    sso_requests: sso_requests;
    staff: staff;
    staff_sessions: staff_sessions;
    staff_tickets: staff_tickets;
    storage_sweeps: storage_sweeps;
    subject_keys: subject_keys;
    suite_results: suite_results;
    suite_runs: suite_runs;
    suites: suites;
    suppressions: suppressions;
    texts: texts;
    tools: tools;
    traffic_splits: traffic_splits;
    trunk_usage: trunk_usage;
    users: users;
    voice_gateways: voice_gateways;
    webhook_deliveries: webhook_deliveries;
    webhook_endpoints: webhook_endpoints;
    webhook_events: webhook_events;
    worker_heartbeats: worker_heartbeats;
    workspace_keys: workspace_keys;
    workspaces: workspaces;
};
