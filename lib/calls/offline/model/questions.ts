import type { ModelVariable } from "@/lib/calls/conversation/model-contract";
import { expectsDigits } from "@/lib/calls/conversation/understand";
import type { Script } from "./phrases";
import { fill, label, listed } from "./speech";

/** The grammatical form of a description, which determines how it can be asked for. */
type Subject = { kind: "question" | "clause" | "noun"; text: string };

// More choices are not read out at first, as callers cannot remember them.
const MAX_CHOICES_READ = 6;

/** Description as the builder wrote it → the first sentence, turned to the caller. */
function cleaned(variable: ModelVariable, script: Script): string {
  const { instructions, thirdPerson, your, asides } = script.description;
  const described = variable.description.replace(/\s+/g, " ").trim() || label(variable.name);
  const whole = described.includes("?") ? described : described.replace(asides, "");
  const first = /^.*?[.?!](?=\s|$)/.exec(whole)?.[0] ?? whole;
  const text = first
    .replace(/ ?\([^()]*\)/g, "")
    .replace(instructions, "")
    .replace(thirdPerson, your)
    .replace(/(?<![.!:;,])[.!:;,]+$/, "")
    .trim();
  return text === "" ? label(variable.name) : text;
}

// An abbreviation ("IBAN", "US state") keeps its capitals within a sentence.
const lowerFirst = (text: string) =>
  /^\p{Lu}(?:\p{Ll}|\s)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

function subjectOf(variable: ModelVariable, script: Script): Subject {
  const text = cleaned(variable, script);
  if (text.endsWith("?")) return { kind: "question", text };
  const { clauseStarts, determiners, verbs, your } = script.description;
  const low = lowerFirst(text);
  if (clauseStarts.test(low)) return { kind: "clause", text: low };
  const [first = "", ...otherWords] = low.split(" ");
  const verb = variable.type === "boolean" && Object.hasOwn(verbs, first) ? verbs[first] : undefined;
  if (verb !== undefined) return { kind: "clause", text: [verb, ...otherWords].join(" ") };
  return { kind: "noun", text: determiners.test(low) ? low : `${your} ${low}` };
}

function first(variable: ModelVariable, subject: Subject, script: Script): string {
  const { questions, description } = script;
  if (subject.kind === "question") return subject.text;
  if (subject.kind === "clause") return fill(questions.clause, { it: [subject.text] }).join("");
  if (variable.type === "boolean") return fill(questions.yesOrNo, { it: [subject.text] }).join("");
  const plural = description.plural.test(subject.text.replace(description.headEnds, ""));
  return fill(plural ? questions.nouns : questions.noun, { it: [subject.text] }).join("");
}

function hintFor(variable: ModelVariable, script: Script): string {
  const { hints, digitsHint, choices, or } = script.questions;
  if (variable.type === "choice") {
    const all = (variable.choices ?? []).map((c) => [c]);
    return all.length === 0 ? "" : fill(choices, { choices: listed(all, or) }).join("");
  }
  if (variable.type === "string" && expectsDigits(variable)) return digitsHint;
  return hints[variable.type];
}

/** The question for a variable: as its description puts it, then differently (form 2 and 3). */
export function questionFor(variable: ModelVariable, form: number, script: Script): string {
  const subject = subjectOf(variable, script);
  const question = first(variable, subject, script);
  const hint = hintFor(variable, script);
  const retry = script.questions.retries[form - 2];
  if (!retry) {
    const hasFewChoices = variable.type === "choice" && (variable.choices?.length ?? 0) <= MAX_CHOICES_READ;
    return hasFewChoices ? `${question} ${hint}`.trim() : question;
  }
  const hasStatement =
    subject.kind !== "question" && !(variable.type === "boolean" && subject.kind === "noun");
  const template = hasStatement ? retry.statement : retry.question;
  return fill(template, { it: [subject.text], question: [question], hint: [hint] })
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}
