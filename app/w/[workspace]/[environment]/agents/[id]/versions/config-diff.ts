import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Translator } from "@/messages/translator";
import { SECTIONS, type SectionId } from "../_components/agent-form";
import { diffText, type Line } from "./text-diff";

/** A field with one value; null where it has none. */
export type ValueDifference = { kind: "value"; label: string; before: string | null; after: string | null };
/** An item of a list, which its name identifies. */
type ItemDifference =
  | { kind: "item"; name: string; change: "added" | "removed"; detail: string }
  | { kind: "item"; name: string; change: "changed"; attributes: ValueDifference[] };
export type Difference = ValueDifference | { kind: "text"; label: string; lines: Line[] } | ItemDifference;
export type SectionDifference = { id: SectionId; title: string; differences: Difference[] };

type Texts = Translator<"agents">;
type Plain = string | number | boolean | null | readonly string[];

function valueText(t: Texts, value: Plain): string | null {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? t("compare.yes") : t("compare.no");
  return typeof value === "object" ? value.join(", ") : String(value);
}

function diffValue(t: Texts, label: string, before: Plain, after: Plain): ValueDifference[] {
  const [previous, current] = [valueText(t, before), valueText(t, after)];
  return previous === current ? [] : [{ kind: "value", label, before: previous, after: current }];
}

function diffLines(label: string, before: string | null, after: string | null): Difference[] {
  const lines = diffText(before, after);
  return lines.length === 0 ? [] : [{ kind: "text", label, lines }];
}

type List<T> = {
  nameOf: (item: T) => string;
  /** An added or removed item in one line. */
  detailOf: (item: T) => string;
  attributes: (before: T, after: T) => ValueDifference[];
};

/** Added, removed and changed items, and whether the remaining items have another order. */
function diffList<T>(
  t: Texts,
  { nameOf, detailOf, attributes }: List<T>,
  before: readonly T[],
  after: readonly T[],
): Difference[] {
  const previousItems = new Map(before.map((item) => [nameOf(item), item]));
  const currentItems = new Map(after.map((item) => [nameOf(item), item]));
  const items: Difference[] = [];
  for (const [name, item] of currentItems) {
    const previous = previousItems.get(name);
    const changed = previous === undefined ? [] : attributes(previous, item);
    if (previous === undefined) items.push({ kind: "item", name, change: "added", detail: detailOf(item) });
    else if (changed.length > 0) items.push({ kind: "item", name, change: "changed", attributes: changed });
  }
  for (const [name, item] of previousItems)
    if (!currentItems.has(name))
      items.push({ kind: "item", name, change: "removed", detail: detailOf(item) });
  const order = diffValue(
    t,
    t("field.order"),
    [...previousItems.keys()].filter((name) => currentItems.has(name)),
    [...currentItems.keys()].filter((name) => previousItems.has(name)),
  );
  return [...items, ...order];
}

type Variable = AgentConfig["variables"][number];

const digitsText = (t: Texts, digits: Variable["digits"]): string | null =>
  digits === null
    ? null
    : t("variables.digitsRule", {
        min: digits.min_length,
        max: digits.max_length,
        checksum: t(`variables.checksum.${digits.checksum}`),
      });

const variableList = (t: Texts): List<Variable> => ({
  nameOf: ({ name }) => name,
  detailOf: ({ type, description, required, sensitive, category, choices, digits }) =>
    [
      t(`variableType.${type}`),
      description === "" ? "" : `“${description}”`,
      required ? t("compare.required") : t("compare.optional"),
      ...(sensitive ? [t("compare.sensitive")] : []),
      ...(category === "general" ? [] : [t(`category.${category}`)]),
      ...(choices === null ? [] : [choices.join(", ")]),
      digitsText(t, digits) ?? "",
    ]
      .filter((text) => text !== "")
      .join(" · "),
  attributes: (before, after) => [
    ...diffValue(t, t("field.type"), t(`variableType.${before.type}`), t(`variableType.${after.type}`)),
    ...diffValue(t, t("field.description"), before.description, after.description),
    ...diffValue(t, t("field.category"), t(`category.${before.category}`), t(`category.${after.category}`)),
    ...diffValue(t, t("field.choices"), before.choices, after.choices),
    ...diffValue(t, t("field.digits"), digitsText(t, before.digits), digitsText(t, after.digits)),
    ...diffValue(t, t("field.required"), before.required, after.required),
    ...diffValue(t, t("field.sensitive"), before.sensitive, after.sensitive),
  ],
});

const outcomeList = (t: Texts): List<AgentConfig["outcomes"][number]> => ({
  nameOf: ({ tag }) => tag,
  detailOf: ({ description }) => description,
  attributes: (before, after) => diffValue(t, t("field.description"), before.description, after.description),
});

type Target = AgentConfig["transfer_targets"][number];

const hoursText = (t: Texts, { hours }: Pick<Target, "hours">): string =>
  hours === null
    ? t("transfer.always")
    : t("transfer.hoursOf", {
        days: hours.days.map((day) => t(`transfer.day.${day}`)).join(", "),
        start: hours.start,
        end: hours.end,
        timezone: hours.timezone,
      });

const targetList = (t: Texts): List<Target> => ({
  nameOf: ({ to }) => to,
  detailOf: (target) => hoursText(t, target),
  attributes: (before, after) => diffValue(t, t("field.hours"), hoursText(t, before), hoursText(t, after)),
});

const TOOL_LIST: List<string> = { nameOf: (name) => name, detailOf: () => "", attributes: () => [] };

type Diff<F extends keyof AgentConfig> = (
  t: Texts,
  before: AgentConfig[F],
  after: AgentConfig[F],
) => Difference[];

const ACTION_KEYS = { hang_up: "hangUp", leave_message: "leaveMessage" } as const;

/** Every field of a configuration, with its label in the builder. */
const FIELDS: { [F in keyof AgentConfig]: Diff<F> } = {
  name: (t, ...sides) => diffValue(t, t("field.name"), ...sides),
  type: (t, before, after) =>
    diffValue(t, t("field.type"), t(`list.types.${before}`), t(`list.types.${after}`)),
  language: (t, ...sides) => diffValue(t, t("field.language"), ...sides),
  model: (t, ...sides) => diffValue(t, t("field.model"), ...sides),
  fallback_model: (t, ...sides) => diffValue(t, t("field.fallbackModel"), ...sides),
  prompt: (t, ...sides) => diffLines(t("field.prompt"), ...sides),
  greeting: (t, ...sides) => diffLines(t("field.greeting"), ...sides),
  voice_id: (t, ...sides) => diffValue(t, t("field.voice"), ...sides),
  transcriber: (t, ...sides) => diffValue(t, t("field.transcriber"), ...sides),
  interruption_sensitivity: (t, before, after) =>
    diffValue(
      t,
      t("field.interruptionSensitivity"),
      t(`turnTaking.sensitivity.${before}`),
      t(`turnTaking.sensitivity.${after}`),
    ),
  patience: (t, before, after) =>
    diffValue(t, t("field.patience"), t(`turnTaking.patience.${before}`), t(`turnTaking.patience.${after}`)),
  interruptible: (t, ...sides) => diffValue(t, t("field.interruptible"), ...sides),
  tools: (t, ...sides) => diffList(t, TOOL_LIST, ...sides),
  transfer_to: (t, ...sides) => diffValue(t, t("field.transferTo"), ...sides),
  transfer_targets: (t, ...sides) => diffList(t, targetList(t), ...sides),
  answering_machine: (t, before, after) => [
    ...diffValue(
      t,
      t("answeringMachine.action"),
      t(`answeringMachine.${ACTION_KEYS[before.action]}`),
      t(`answeringMachine.${ACTION_KEYS[after.action]}`),
    ),
    ...diffLines(t("answeringMachine.message"), before.message, after.message),
    ...diffLines(t("answeringMachine.screeningReply"), before.screening_reply, after.screening_reply),
  ],
  variables: (t, ...sides) => diffList(t, variableList(t), ...sides),
  outcomes: (t, ...sides) => diffList(t, outcomeList(t), ...sides),
  max_duration_s: (t, ...sides) => diffValue(t, t("field.maxDuration"), ...sides),
  inactivity_timeout_s: (t, ...sides) => diffValue(t, t("field.silenceTimeout"), ...sides),
  cost_limits: (t, before, after) => [
    ...diffValue(t, t("field.costPerCall"), before.per_call, after.per_call),
    ...diffValue(t, t("field.costPerDay"), before.per_day, after.per_day),
    ...diffLines(t("field.costClosing"), before.closing, after.closing),
  ],
  disclosure: (t, before, after) => [
    ...diffValue(t, t("field.disclosure"), before.enabled, after.enabled),
    ...diffLines(t("field.disclosureText"), before.text, after.text),
  ],
};

const diffField = <F extends keyof AgentConfig>(
  t: Texts,
  field: F,
  before: AgentConfig,
  after: AgentConfig,
): Difference[] => FIELDS[field](t, before[field], after[field]);

const isField = (field: string): field is keyof AgentConfig => field in FIELDS;

/** Differences between two configurations by section of the builder, without unchanged sections. */
export function diffConfigs(t: Texts, before: AgentConfig, after: AgentConfig): SectionDifference[] {
  return SECTIONS.map(({ id, fields }) => ({
    id,
    title: t(`section.${id}`),
    differences: fields.filter(isField).flatMap((field) => diffField(t, field, before, after)),
  })).filter(({ differences }) => differences.length > 0);
}
