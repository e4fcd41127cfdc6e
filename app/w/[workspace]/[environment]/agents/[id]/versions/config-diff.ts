import type { AgentConfig } from "@/lib/agents/agents/schema";
import { SECTIONS, type SectionId } from "../_components/agent-form";
import { diffText, type Line } from "./text-diff";

/** A field with one value; null where it has none. */
export type ValueDifference = { kind: "value"; label: string; before: string | null; after: string | null };
/** One of a list, found again by its name. */
type ItemDifference =
  | { kind: "item"; name: string; change: "added" | "removed"; detail: string }
  | { kind: "item"; name: string; change: "changed"; attributes: ValueDifference[] };
export type Difference = ValueDifference | { kind: "text"; label: string; lines: Line[] } | ItemDifference;
export type SectionDifference = { id: SectionId; title: string; differences: Difference[] };

type Plain = string | number | boolean | null | readonly string[];

function inWords(value: Plain): string | null {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? value.join(", ") : String(value);
}

const value =
  (label: string) =>
  (before: Plain, after: Plain): ValueDifference[] => {
    const [was, is] = [inWords(before), inWords(after)];
    return was === is ? [] : [{ kind: "value", label, before: was, after: is }];
  };

const text =
  (label: string) =>
  (before: string | null, after: string | null): Difference[] => {
    const lines = diffText(before, after);
    return lines.length === 0 ? [] : [{ kind: "text", label, lines }];
  };

type List<T> = {
  nameOf: (item: T) => string;
  /** How an item that came or went is told in a line. */
  detailOf: (item: T) => string;
  attributes: (before: T, after: T) => ValueDifference[];
};

/** Added, removed and changed items, and whether the remaining items have another order. */
const list =
  <T>({ nameOf, detailOf, attributes }: List<T>) =>
  (before: readonly T[], after: readonly T[]): Difference[] => {
    const old = new Map(before.map((item) => [nameOf(item), item]));
    const now = new Map(after.map((item) => [nameOf(item), item]));
    const items: Difference[] = [];
    for (const [name, item] of now) {
      const previous = old.get(name);
      const changed = previous === undefined ? [] : attributes(previous, item);
      if (previous === undefined) items.push({ kind: "item", name, change: "added", detail: detailOf(item) });
      else if (changed.length > 0) items.push({ kind: "item", name, change: "changed", attributes: changed });
    }
    for (const [name, item] of old)
      if (!now.has(name)) items.push({ kind: "item", name, change: "removed", detail: detailOf(item) });
    const order = value("Order")(
      [...old.keys()].filter((name) => now.has(name)),
      [...now.keys()].filter((name) => old.has(name)),
    );
    return [...items, ...order];
  };

type Variable = AgentConfig["variables"][number];

const variables = list<Variable>({
  nameOf: ({ name }) => name,
  detailOf: ({ type, description, required, sensitive, category, choices }) =>
    [
      type,
      description === "" ? "" : `“${description}”`,
      required ? "required" : "not required",
      ...(sensitive ? ["sensitive"] : []),
      ...(category === "general" ? [] : [category]),
      ...(choices === null ? [] : [choices.join(", ")]),
    ]
      .filter((word) => word !== "")
      .join(" · "),
  attributes: (before, after) => [
    ...value("Type")(before.type, after.type),
    ...value("How the agent calls it")(before.description, after.description),
    ...value("Category")(before.category, after.category),
    ...value("Choices")(before.choices, after.choices),
    ...value("Required")(before.required, after.required),
    ...value("Sensitive")(before.sensitive, after.sensitive),
  ],
});

const outcomes = list<AgentConfig["outcomes"][number]>({
  nameOf: ({ tag }) => tag,
  detailOf: ({ description }) => description,
  attributes: (before, after) => value("Description")(before.description, after.description),
});

const tools = list<string>({ nameOf: (name) => name, detailOf: () => "", attributes: () => [] });

/** Every field of a configuration, with the words of the builder. */
const FIELDS: {
  [F in keyof AgentConfig]: (before: AgentConfig[F], after: AgentConfig[F]) => Difference[];
} = {
  name: value("Name"),
  type: value("Type"),
  language: value("Language"),
  model: value("Model"),
  fallback_model: value("Fallback model"),
  prompt: text("Prompt"),
  greeting: text("Greeting"),
  voice_id: value("Voice"),
  transcriber: value("Transcriber"),
  tools,
  transfer_to: value("Number for a human"),
  variables,
  outcomes,
  max_duration_s: value("Longest call, seconds"),
  inactivity_timeout_s: value("Ends after silence, seconds"),
  disclosure: (before, after) => [
    ...value("Say it")(before.enabled, after.enabled),
    ...text("Words")(before.text, after.text),
  ],
};

const compare = <F extends keyof AgentConfig>(
  field: F,
  before: AgentConfig,
  after: AgentConfig,
): Difference[] => FIELDS[field](before[field], after[field]);

const isField = (field: string): field is keyof AgentConfig => field in FIELDS;

/** Differences between two configurations by section of the builder, without unchanged sections. */
export function diffConfigs(before: AgentConfig, after: AgentConfig): SectionDifference[] {
  return SECTIONS.map(({ id, title, fields }) => ({
    id,
    title,
    differences: fields.filter(isField).flatMap((field) => compare(field, before, after)),
  })).filter(({ differences }) => differences.length > 0);
}
