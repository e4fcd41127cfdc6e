/** Encryption keys of a workspace. */
export const encryption = {
  title: "Encryption",
  description: "Encryption keys for this workspace's conversations, contacts and credentials.",
  keys: {
    title: "Data keys",
    number: "Number",
    created: "Created",
    state: "State",
    states: { next: "Active in a minute", current: "Active", previous: "Decrypts remaining values" },
    rotate: "Rotate now",
    rotateTitle: "Rotate the data key?",
    rotateHelp:
      "A new key is created, and all values are re-encrypted in the background while the workspace keeps running. Then the old key is destroyed.",
    rotateConfirm: "Rotate key",
    started: "Rotation started.",
    waiting: "A new key was created. It becomes active once every process has loaded it, in about a minute.",
    progress: "Re-encrypting with key {version, number}: {done, number} of {total, number}.",
    progressBar: "Rotation progress",
    last: "The last rotation finished <time></time> and re-encrypted {done, plural, one {# value} other {# values}}.",
    next: "The next rotation starts automatically on <date></date>. The key for keyed hashes, which finds numbers and opt-outs, never rotates.",
  },
  customer: {
    title: "Customer-managed key",
    state: { none: "Not in use", imported: "In use", withdrawn: "Withdrawn" },
    help: "On the Enterprise plan, you can hold the key that protects this workspace's data keys. If you withdraw it, every request to the workspace gets status 423 within a minute, until you restore it.",
    fingerprint: "Fingerprint {fingerprint}",
    imported: "Imported <date></date>",
    withdrawn: "Withdrawn <date></date>",
    ownerOnly: "Only an owner can import or withdraw this key.",
    locked: "This workspace is locked",
    lockedHelp:
      "Its key was withdrawn. Data cannot be decrypted, and jobs are paused. Opt-outs are recorded, and other texts are held for a day. Restore the same key to unlock the workspace. Parley has no copy of it.",
    withdraw: "Withdraw key",
    withdrawTitle: "Withdraw your key?",
    withdrawHelp:
      "Parley deletes its copy. Within a minute, no one can read this workspace's data: agents do not answer, campaigns and jobs pause, and API keys get status 423. Owners can sign in, and opt-outs are recorded. Only the same key unlocks the workspace: check that you have it.",
    withdrawConfirm: "Withdraw and lock",
    workspaceLocked: "Workspace locked.",
    leave: "Use Parley's keys",
    leaveTitle: "Use Parley's keys?",
    leaveHelp:
      "Your key no longer protects the workspace's data keys, and Parley deletes its copy. The operator of this installation can then decrypt the workspace, and there is no key to withdraw. Nothing is interrupted.",
    leaveConfirm: "Switch keys",
    left: "The workspace now uses Parley's keys.",
  },
  import: {
    action: { first: "Import a key", again: "Restore key" },
    done: { first: "Your key is in use.", again: "Workspace unlocked." },
    submit: { first: "Import", again: "Unlock workspace" },
    create: "Create a key of 32 random bytes, and store it safely:",
    save: "Save this public key as <code>import.pem</code>. It accepts one key, until <time></time>.",
    wrap: "Wrap your key with it:",
    wrapped: "Wrapped key",
    wrappedHelp: "The base64 output of the command.",
  },
  scope: {
    title: "Encrypted data",
    encrypted:
      "Recordings, transcripts, summaries, variables, notes, metadata, contacts' names and numbers, the wording of their consent, credentials, and the digests of API keys. Each value is encrypted with AES-256-GCM and bound to its record. Each person's data has a separate key, which an erasure destroys.",
    otherTitle: "Other data",
    other:
      "Agents and their prompts, outcomes, times, durations, statuses, tags, the names of tools and API keys, members' emails, and the audit log rely on the encryption of the volume. Numbers are found by keyed hashes, and carrier credentials can be read while the workspace is locked, so that STOP is always recorded.",
  },
} as const;
