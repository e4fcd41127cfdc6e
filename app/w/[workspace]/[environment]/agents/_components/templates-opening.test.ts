import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildConfig } from "@/lib/agents/agents/defaults";
import { type AgentConfig, CreateAgent } from "@/lib/agents/agents/schema";
import {
  OPENING_KINDS,
  type OpeningKind,
  openingSentence,
  sentenceWithName,
} from "@/lib/calls/offline/model/testing/opening-sentences";
import { readTurn } from "@/lib/outreach/offline/simulator/read-turn";
import { PolicyAgent } from "@/lib/outreach/offline/simulator/test/policy-agent";
import type { Half } from "@/test/adversary/generator";
import { TEMPLATES } from "./templates";

const TODAY = "2026-11-21";
/** More turns than a conversation of a template needs with one sentence beside the answers. */
const MAX_TURNS = 15;
/** Conversations of each template with each kind of first sentence. */
const RUNS = 60;

/** Answers to each template's questions, with the value of each. */
const ANSWERS: Readonly<Record<string, { says: readonly string[]; value: string | number | boolean }>> = {
  full_name: {
    says: ["Ada Lovelace", "It's Ada Lovelace.", "My name is Ada Lovelace", "Ada Lovelace, thank you"],
    value: "Ada Lovelace",
  },
  day: { says: ["next Tuesday", "Tuesday please", "How about Tuesday?", "November 24"], value: "2026-11-24" },
  time: { says: ["at 3 pm", "three o'clock in the afternoon", "3pm would be great"], value: "15:00" },
  callback_number: { says: ["212 555 0123", "it's 212 555 0123"], value: "+12125550123" },
  topic: { says: ["my broken lamp", "It's about my broken lamp"], value: "my broken lamp" },
  urgent: { says: ["yes", "Yes, it is", "yes please"], value: true },
  rating: { says: ["good", "It was good, thanks", "good I think"], value: "good" },
  would_return: { says: ["yes", "Sure, I would come again"], value: true },
  account_number: { says: ["12345678", "It is 1234 5678"], value: "12345678" },
  new_address: {
    says: ["12 Analytical Row, London", "It's 12 Analytical Row, London"],
    value: "12 Analytical Row, London",
  },
  valid_from: { says: ["from next Tuesday", "November 24"], value: "2026-11-24" },
};

const answerTo = (name: string, pick: number): string => {
  const says = ANSWERS[name]?.says ?? [];
  return says[pick % says.length] ?? "";
};

/** Plays a conversation in which the caller first says `opening` and then answers each question. */
function playConversation(config: AgentConfig, opening: string, pick: number) {
  const agent = new PolicyAgent(config, TODAY);
  const texts = [agent.speak(), agent.hear(opening)];
  for (let turn = 0; agent.outcome === null && turn < MAX_TURNS; turn++) {
    const reading = readTurn(texts.at(-1) ?? "", config.variables);
    const answer =
      reading.request === "variable" ? answerTo(reading.variable.name, pick + turn) : "Yes, that's right.";
    texts.push(agent.hear(answer));
  }
  return { values: agent.values, outcome: agent.outcome, texts };
}

const expectedValues = (config: AgentConfig) =>
  Object.fromEntries(
    config.variables.filter(({ required }) => required).map(({ name }) => [name, ANSWERS[name]?.value]),
  );

type Talk = Readonly<{ config: AgentConfig; opening: string; pick: number }>;

/** The fault of a conversation: a value other than the caller's answers, or another outcome. */
function faultOf({ config, opening, pick }: Talk): string | null {
  const { values, outcome } = playConversation(config, opening, pick);
  const isRight =
    JSON.stringify(Object.entries(values).sort()) ===
    JSON.stringify(Object.entries(expectedValues(config)).sort());
  return isRight && outcome === config.outcomes[0]?.tag
    ? null
    : `${opening} → ${outcome} ${JSON.stringify(values)}`;
}

const faultsOf = (config: AgentConfig, kind: OpeningKind, half: Half): string[] =>
  fc
    .sample(fc.tuple(openingSentence(kind, half), fc.nat({ max: 11 })), { seed: 1, numRuns: RUNS })
    .flatMap(([opening, pick]) => faultOf({ config, opening, pick }) ?? []);

const cases = TEMPLATES.flatMap(({ id, agent }) =>
  OPENING_KINDS.map((kind) => [id, kind, buildConfig(CreateAgent.parse(agent))] as const),
);

describe("a template's agent reaches its outcome, and stores the answers alone", () => {
  test.each(cases)("%s: after a first sentence that is a %s", (_, kind, config) => {
    expect(faultsOf(config, kind, "tuning")).toEqual([]);
  });

  test.each(cases)("%s: after a first sentence of the unseen list that is a %s", (_, kind, config) => {
    expect(faultsOf(config, kind, "unseen")).toEqual([]);
  });

  test.each(TEMPLATES)("$id: with no first sentence", ({ agent }) => {
    const config = buildConfig(CreateAgent.parse(agent));
    const first = config.variables[0]?.name ?? "";
    expect(faultOf({ config, opening: answerTo(first, 0), pick: 1 })).toBeNull();
  });
});

describe("a first sentence that contains the name beside other words", () => {
  const named = TEMPLATES.filter(({ agent }) => agent.variables?.[0]?.name === "full_name");
  const faults = (half: Half): string[] =>
    named.flatMap(({ agent }) => {
      const config = buildConfig(CreateAgent.parse(agent));
      return fc
        .sample(sentenceWithName(half), { seed: 1, numRuns: RUNS * 4 })
        .flatMap(({ sentence, name }) => {
          const { values, outcome } = playConversation(config, sentence, 0);
          return values.full_name === name && outcome === config.outcomes[0]?.tag
            ? []
            : `${sentence} → ${outcome} ${String(values.full_name)}`;
        });
    });

  test("gives the name alone", () => {
    expect(faults("tuning")).toEqual([]);
  });

  test("gives the name alone, with the unseen list", () => {
    expect(faults("unseen")).toEqual([]);
  });
});

test("every greeting of a template asks nothing, so that one question is asked at a time", () => {
  for (const { agent } of TEMPLATES) {
    expect(agent.greeting).toMatch(/[.!]$/);
    expect(agent.greeting).not.toContain("?");
    const config = buildConfig(CreateAgent.parse(agent));
    expect(new PolicyAgent(config, TODAY).speak().split("?")).toHaveLength(2);
  }
});
