import type { AgentConfig } from "@/lib/agents/agents/schema";
import { builtinTool } from "@/lib/agents/tools/builtins";
import { begin } from "@/lib/calls/offline/model/flow";
import { reply } from "@/lib/calls/offline/model/reply";
import { scriptFor } from "@/lib/calls/offline/model/script-for";
import type { Event, State, World } from "@/lib/calls/offline/model/state";
import { step } from "@/lib/calls/offline/model/step";

/** The built-in model's dialogue without the engine around it: thousands of turns in a second. Every tool works. */
export class PolicyAgent {
  private readonly world: World;
  private state: State;
  readonly values: Record<string, unknown> = {};
  outcome: string | null = null;

  constructor(agent: AgentConfig, today: string) {
    const tools = agent.tools.flatMap((name) => builtinTool(name) ?? []);
    this.world = {
      agent,
      script: scriptFor(agent.language),
      language: agent.language,
      tools: tools.map(({ name, parameters }) => ({ name, parameters })),
      known: {},
      now: new Date(`${today}T10:00:00.000Z`),
      timeZone: "UTC",
    };
    this.state = begin(this.world);
  }

  private happen(event: Event): void {
    this.state = step(this.state, event, this.world);
  }

  /** What the agent says next, all its steps until it listens or ends. */
  speak(): string {
    const said: string[] = [];
    for (;;) {
      const { text, calls } = reply(this.state, this.world);
      if (text !== "") said.push(text);
      if (text !== "") this.happen({ type: "agent", text });
      for (const { name, input } of calls) {
        this.happen({ type: "tool_called", name, input });
        if (name === "save_variables") Object.assign(this.values, input);
        if (name === "end_call") this.outcome = String(input.outcome);
        else this.happen({ type: "tool_answered", name, ok: true });
      }
      if (calls.length === 0 || this.outcome !== null) return said.join(" ");
    }
  }

  hear(text: string): string {
    this.happen({ type: "caller", text });
    return this.speak();
  }
}
