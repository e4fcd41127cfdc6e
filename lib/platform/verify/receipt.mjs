// Verifies the receipt of a deletion. `bin/receipt-verify.mjs` and the page "Verify" run this code.
import { isSignedWith } from "./signatures.mjs";

/** Kinds of fields, each with its test. */
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isTime = (value) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
const isText = (value) => typeof value === "string";
const isTextOrNull = (value) => value === null || isText(value);
const isLiteral = (literal) => (value) => value === literal;

const SIGNATURE = {
  algorithm: isLiteral("Ed25519"),
  key_id: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
  value: isText,
};
const SHARED = {
  kind: isText,
  version: isLiteral(1),
  workspace_id: isText,
  requested_at: isTime,
  completed_at: isTime,
  data_backups_expire_by: isTime,
  key_backups_expire_by: isTime,
  signature: SIGNATURE,
};
const COUNTS = [
  ...["calls", "transcripts", "recordings", "variables", "campaign_variables", "texts", "callbacks"],
  ...["search_hashes", "keys", "bytes"],
];

/** The fields of each kind of receipt. */
const SHAPES = {
  "parley erasure receipt": {
    ...SHARED,
    deletion_id: isText,
    environment: (value) => value === "live" || value === "test",
    removed: Object.fromEntries(COUNTS.map((name) => [name, isCount])),
    verified: { at: isTime, passes: isCount, remaining: isCount },
  },
  "parley workspace receipt": {
    ...SHARED,
    delete_after: isTime,
    verified: { at: isTime, remaining: isCount },
    audit: { entries: isCount, head: isTextOrNull },
  },
};

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Paths of the fields that are missing, unknown or of another type. */
function findWrongFields(value, shape, path = "") {
  if (typeof shape === "function") return shape(value) ? [] : [path];
  if (!isRecord(value)) return [path];
  const names = new Set([...Object.keys(shape), ...Object.keys(value)]);
  return [...names].flatMap((name) => {
    const inner = path === "" ? name : `${path}.${name}`;
    if (!Object.hasOwn(shape, name) || !Object.hasOwn(value, name)) return [inner];
    return findWrongFields(value[name], shape[name], inner);
  });
}

/** A JSON value in canonical form (RFC 8785), for the texts and integers of a receipt. */
function canonical(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.keys(value)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

export const isReceipt = (value) => isRecord(value) && Object.hasOwn(SHAPES, value.kind ?? "");

const passed = (name) => ({ name, status: "passed", fields: [], keyId: null });
const failed = (name, { fields = [], keyId = null } = {}) => ({ name, status: "failed", fields, keyId });
const skipped = (name) => ({ name, status: "skipped", fields: [], keyId: null });

/** Fields that contradict a completed deletion. */
function findContradictions({ requested_at, completed_at, verified }) {
  return [
    ...(verified.remaining === 0 ? [] : ["verified.remaining"]),
    ...(Date.parse(requested_at) <= Date.parse(completed_at) ? [] : ["completed_at"]),
    ...(Date.parse(verified.at) <= Date.parse(completed_at) ? [] : ["verified.at"]),
  ];
}

export async function verifyReceipt(receipt, keys) {
  const wrong = isReceipt(receipt) ? findWrongFields(receipt, SHAPES[receipt.kind]) : ["kind"];
  if (wrong.length > 0)
    return [failed("format", { fields: wrong }), ...["key", "signature", "result"].map(skipped)];
  const { signature, ...facts } = receipt;
  const contradictions = findContradictions(receipt);
  const result =
    contradictions.length === 0 ? passed("result") : failed("result", { fields: contradictions });
  const key = keys.find(({ id }) => id === signature.key_id);
  if (key === undefined)
    return [passed("format"), failed("key", { keyId: signature.key_id }), skipped("signature"), result];
  const isGenuine = await isSignedWith(key, canonical(facts), signature.value);
  return [passed("format"), passed("key"), isGenuine ? passed("signature") : failed("signature"), result];
}
