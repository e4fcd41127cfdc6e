/** The verification of the audit log, and of exported records in the browser. */
export const verification = {
  log: {
    action: "Verify the log",
    heads: "Download signed heads",
    offline: "Verify an export",
    help: "Reads every entry and compares the log with the signed copies of its hashes outside the database.",
    valid: "The log is intact: {count, plural, one {# entry} other {# entries}}",
    empty: "The log has no entries yet.",
    head: "The last entry is number {seq, number} of <time></time>, with the hash <code></code>",
    broken: "The log has {count, plural, one {# fault} other {# faults}}",
    fault: "Entry {seq, number}: {problem}",
    missing:
      "{count, plural, one {Entry {from, number} was removed.} other {Entries {from, number} to {to, number} were removed.}}",
    moreFaults:
      "{count, plural, one {# more fault is} other {# more faults are}} not listed. Run npm run audit:verify on the server.",
    restored:
      "The operator restored the database from a backup and recorded it on <time></time>. {count, plural, =0 {No signed entry is missing.} one {Entry {from, number} of the earlier log is replaced.} other {Entries {from, number} to {to, number} of the earlier log are replaced.}}",
    before:
      "{count, plural, =0 {No entry before it is} one {# entry before it is} other {# entries before it are}} valid.",
    problem: {
      edited: "edited after it was written.",
      reordered: "moved to another position, or repeated.",
      rewritten:
        "rewritten with the entries after it: they do not match the signed hash outside the database.",
      head: "the end of the log does not match the last entry that the database recorded.",
      signature: "the signed hash at this position has an invalid signature.",
    },
  },
  files: {
    title: "Verify records",
    description: "Check that a deletion receipt or an exported audit log is genuine and unchanged.",
    input: "Files and keys",
    files: "Files",
    filesHelp:
      "A receipt (JSON), or the complete audit log exported as JSON Lines together with its signed heads. At most 32 MiB each.",
    choose: "Choose files or drop them here",
    clear: "Remove files",
    keys: "Public keys",
    keysHelp:
      "The keys of this installation. Paste copies that you stored elsewhere, so that you do not rely on this server.",
    workspace: "Workspace ID",
    workspaceHelp: "The workspace of an exported audit log.",
    action: "Verify files",
    offline: "The files stay in this browser. No request is sent, so you can disconnect first.",
    unsupported: "This browser cannot verify signatures",
    unsupportedHelp:
      "Use a current browser over HTTPS, or verify the receipt on the server with npm run receipt:verify.",
    checks: "Checks",
    status: { passed: "Passed", failed: "Failed", skipped: "Not checked" },
    verdict: {
      valid: "Valid: every check passed",
      partial: "No fault found, but some checks were not possible",
      invalid: "Not valid",
    },
    file: {
      tooLarge:
        "The file exceeds {max, number} MiB. Verify the log in a shell with npm run audit:verify-file.",
      unknown:
        "This is neither a receipt nor an audit log in JSON Lines: line {line, number} cannot be read. Export the log as JSON Lines.",
      heads:
        "{count, plural, one {# signed head} other {# signed heads}}. They confirm the audit logs that are verified together with this file.",
    },
    receipt: {
      format: {
        title: "Fields",
        passed: "The receipt has exactly the fields of its kind.",
        failed: "Missing, unknown or invalid: {fields}.",
        skipped: "Not checked.",
      },
      key: {
        title: "Key",
        passed: "The receipt names one of the public keys above.",
        failed:
          "The receipt names another key: {key}. It is from another installation, or this field was changed.",
        skipped: "Not checked, because the receipt cannot be read.",
      },
      signature: {
        title: "Signature",
        passed: "The content is exactly what was signed.",
        failed: "The content or the signature was changed after signing.",
        skipped: "Not checked, because the key is missing or the receipt cannot be read.",
      },
      result: {
        title: "Result",
        passed: "The receipt states a completed deletion, after which a search found no data.",
        failed: "The receipt does not state a completed deletion: {fields}.",
        skipped: "Not checked, because the receipt cannot be read in full.",
      },
    },
    audit: {
      start: {
        title: "Beginning",
        passed: "The file begins with the first entry of the log.",
        failed: "The file does not begin with the first entry.",
        skipped:
          "The file begins with entry {seq, number}. That entry and those before it cannot be verified. Export the log without filters.",
      },
      chain: {
        title: "Entries",
        passed:
          "{count, plural, one {# entry matches its hash} other {# entries match their hashes and follow each other}}.",
        failed: "Entry {seq, number} is at fault.",
        skipped: "There are no entries to compare.",
      },
      problem: {
        edited: "Entry {seq, number} was edited, or is of another workspace.",
        removed: "Entry {seq, number} is missing: it was removed, or the log was exported with filters.",
        reordered: "Entry {seq, number} was moved to another position.",
        rewritten: "Entry {seq, number} was rewritten.",
        head: "The file's last entry, number {seq, number}, is inconsistent.",
        signature: "The signed head of entry {seq, number} is invalid.",
      },
      missing:
        "Entries {from, number} to {to, number} are missing: they were removed, or the log was exported with filters.",
      replaced:
        "By the restore of {time}, {count, plural, =0 {no signed entry is missing} one {entry {from, number} of the earlier log is replaced} other {entries {from, number} to {to, number} of the earlier log are replaced}}.",
      moreFaults: "{count, plural, one {# more fault is} other {# more faults are}} not listed.",
      signatures: {
        title: "Signed heads",
        passed:
          "{count, plural, one {# head is signed} other {# heads are signed}} with one of the public keys above.",
        failed: "The head of entry {seq, number} was changed, or was signed with another key.",
        skipped: "Add the signed heads of this workspace from the audit log page.",
      },
      restores: {
        title: "Restores from a backup",
        passed:
          "{count, plural, =0 {The signed heads record no restore} one {The signed heads record one restore} other {The signed heads record # restores}}.",
        failed: "A restore is inconsistent.",
        skipped: "Not checked, as there is no valid signed head.",
      },
      heads: {
        title: "Agreement with the heads",
        passed: "{count, plural, one {# entry is} other {# entries are}} exactly as signed.",
        failed:
          "Entry {seq, number} and the entries before it are not as they were signed: the log was rewritten.",
        skipped: "No signed head matches an entry of this file.",
      },
      end: {
        title: "End",
        passed:
          "{count, plural, =0 {A signed head confirms the last entry} one {# entry is newer than the last signed head} other {# entries are newer than the last signed head}}.",
        failed:
          "Entry {seq, number} and later ones are missing: they were removed, or the log was exported before the head was signed.",
        skipped: "No signed head confirms the last entry.",
      },
    },
  },
} as const;
