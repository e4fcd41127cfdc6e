import { describe, expect, it } from "vitest";
import { buildConfig } from "@/lib/agents/agents/defaults";
import type { AgentConfig, Variable } from "@/lib/agents/agents/schema";
import { understand } from "@/lib/calls/conversation/understand";
import { DEMO_AGENTS } from "@/lib/data/demo/agents";
import { agentUtterances } from "./caller-turn";
import { type Act, hearUtterance, INITIAL_STATE, MAX_UTTERANCES, nextAct } from "./next-act";
import { type CallerHabit, PERSONAS, type Persona, type PersonaKey, personaOf } from "./personas";
import { readTurn } from "./read-turn";
import { PolicyAgent } from "./test/policy-agent";
import { type Caller, sayValue } from "./values";

const TODAY = "2026-11-21";
/** Seeds of each persona with each agent. */
const SEEDS = 4;
const configs = Object.fromEntries(DEMO_AGENTS.map(({ key, agent }) => [key, buildConfig(agent)])) as Record<
  (typeof DEMO_AGENTS)[number]["key"],
  AgentConfig
>;

const callerOf = (persona: Persona, variables: readonly Variable[], seed: number): Caller => ({
  persona,
  seed,
  phone: "+12125550142",
  variables,
  today: TODAY,
});

type Ended = "agent_ended" | Exclude<Act["type"], "say">;

/** Runs a whole conversation with the built-in model's dialog. */
function hold(caller: Caller, config: AgentConfig) {
  const agent = new PolicyAgent(config, TODAY);
  const agentTurns = [agent.speak()];
  const callerTurns: string[] = [];
  const over = (ended: Ended) => ({
    said: callerTurns,
    heard: agentTurns,
    ended,
    values: agent.values,
    outcome: agent.outcome,
  });
  for (;;) {
    if (agent.outcome !== null) return over("agent_ended");
    const act = nextAct(caller, agentTurns);
    if (act.type !== "say") return over(act.type);
    callerTurns.push(act.text);
    expect(callerTurns.length).toBeLessThanOrEqual(MAX_UTTERANCES);
    agentTurns.push(agent.hear(act.text));
  }
}

describe("a conversation", () => {
  it.each(DEMO_AGENTS.map(({ key }) => key))(
    "of every persona with %s ends within the bound, and is the same again by its seed",
    (key) => {
      const config = configs[key];
      for (const persona of PERSONAS) {
        for (let seed = 0; seed < SEEDS; seed++) {
          const caller = callerOf(persona, config.variables, seed);
          const conversation = hold(caller, config);
          expect(hold(caller, config)).toEqual(conversation);
          // Resuming in the middle leads to the same result.
          const half = Math.ceil(conversation.said.length / 2);
          const then = conversation.said[half] ?? null;
          if (then !== null)
            expect(nextAct(caller, conversation.heard.slice(0, half + 1))).toEqual({
              type: "say",
              text: then,
            });
        }
      }
    },
  );

  const ends: [PersonaKey, Ended, CallerHabit | null, RegExp | null][] = [
    ["nora", "agent_ended", null, null],
    ["walter", "agent_ended", "slips", /^Actually, (?:the|my) .+ (?:should be|is) /],
    ["walter", "agent_ended", "misunderstands", /^(?:What do|Do you mean)/],
    ["walter", "agent_ended", "asks_to_repeat", /say that again/],
    ["ines", "agent_ended", "corrects", /^No, (?:the|my) /],
    ["priya", "agent_ended", "says_much", /, and .*, and /],
    ["greta", "agent_ended", "does_not_know", /don't know/],
    ["felix", "agent_ended", "opts_out", /stop contacting|off your list/],
    ["yuki", "agent_ended", "leaves", /Bye/],
    ["dennis", "hang_up", "asks_for_a_human", /person|human/],
    ["sam", "hang_up", "hangs_up", null],
    ["lucia", "fall_silent", "falls_silent", null],
  ];
  it.each(ends)("of %s: %s, with the habit %s", (key, ended, behavior, words) => {
    const persona = personaOf(key);
    if (behavior !== null) expect(persona.behaviors).toContain(behavior);
    const conversation = hold(callerOf(persona, configs.front_desk.variables, 7), configs.front_desk);
    expect(conversation.ended).toBe(ended);
    if (words !== null) expect(conversation.said.filter((text) => words.test(text))).toHaveLength(1);
  });

  it("with a caller who corrects an answer leaves the right one", () => {
    const caller = callerOf(personaOf("marcus"), configs.claims.variables, 3);
    const { said, values, outcome } = hold(caller, configs.claims);
    const wrong = said.findIndex((text) => text.startsWith("Actually"));
    expect(wrong).toBeGreaterThan(0);
    expect(outcome).toBe("reported");
    const { policy_number: number } = values;
    const variable = configs.claims.variables.find(({ name }) => name === "policy_number");
    expect(variable && understand(variable, sayValue(caller, variable), new Date(TODAY))?.value).toBe(number);
  });

  it("that never leads anywhere is left by the caller", () => {
    const caller = callerOf(personaOf("nora"), configs.front_desk.variables, 1);
    const loop = Array.from({ length: MAX_UTTERANCES + 1 }, () => "What is the day you want to come?");
    expect(nextAct(caller, loop)).toEqual({ type: "hang_up" });
    const idle = Array.from({ length: 4 }, () => "Lovely weather.");
    expect(nextAct(caller, idle)).toEqual({ type: "hang_up" });
    const repeated = Array.from(
      { length: 5 },
      () => "Sorry, I did not get that. What is the day you want to come?",
    );
    expect(nextAct(caller, repeated)).toEqual({ type: "hang_up" });
  });
});

describe("a value", () => {
  const all = DEMO_AGENTS.flatMap(({ key }) => configs[key].variables);
  it.each(all.map((variable) => [variable.name, variable] as const))(
    "of %s is understood as it is said, by every persona",
    (_, variable) => {
      for (const persona of PERSONAS) {
        for (let seed = 0; seed < SEEDS; seed++) {
          const spokenValue = sayValue(callerOf(persona, all, seed), variable);
          expect(understand(variable, spokenValue, new Date(TODAY)), spokenValue).not.toBeNull();
        }
      }
    },
  );

  it("comes in figures, in words and with doubles", () => {
    const variable = all.find(({ name }) => name === "phone");
    const spokenBy = (key: PersonaKey) => variable && sayValue(callerOf(personaOf(key), all, 1), variable);
    expect(spokenBy("nora")).toBe("212 555 0142");
    expect(spokenBy("tomas")).toBe("two one two five five five oh one four two");
    expect(spokenBy("priya")).toBe("two one two, triple five, oh one four two");
  });
});

describe("the agent's words", () => {
  const { variables } = configs.messages;
  it.each([
    ["What is the hour that suits you for a call back?", "call_time"],
    ["Sorry, I did not get that. Could you tell me the message for us?", "message"],
    [
      "What is the topic of your message? You can choose Billing, Delivery, Returns or Something else.",
      "topic",
    ],
  ])("%s", (text, name) => {
    expect(readTurn(text, variables)).toMatchObject({ request: "variable", variable: { name } });
  });

  it.each([
    ["Let me read that back: phone [phone]. Is that right?", "read_back"],
    ["Which one is wrong?", "which_is_wrong"],
    ["Do you want us to stop contacting you?", "opt_out_confirmed"],
    ["How can I help you?", "anything"],
  ])("%s", (text, request) => {
    expect(readTurn(text, variables)).toMatchObject({ request });
  });

  it("are told apart by whose turn it was, and nothing is heard while the agent has the word", () => {
    const turn = (role: "agent" | "caller" | "tool", text: string | null) => ({
      index: 0,
      role,
      text,
      start_ms: 0,
      end_ms: 0,
      interrupted: false,
    });
    const turns = [
      turn("agent", "Hello."),
      turn("agent", "Your name?"),
      turn("caller", "Nora"),
      turn("tool", null),
    ];
    expect(agentUtterances(turns)).toBeNull();
    expect(agentUtterances([...turns, turn("agent", "Thanks.")])).toEqual(["Hello. Your name?", "Thanks."]);
    expect(agentUtterances([])).toBeNull();
  });
});

it("a caller who is asked nothing agrees", () => {
  expect(hearUtterance(callerOf(personaOf("nora"), [], 1), INITIAL_STATE, "Hello.").act).toEqual({
    type: "say",
    text: "All right.",
  });
});
