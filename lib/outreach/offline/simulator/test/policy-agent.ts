import type { AgentConfig } from "@/lib/agents/agents/schema";
import { findBuiltinTool } from "@/lib/agents/tools/builtins";
import { begin } from "@/lib/calls/offline/model/flow";
import { reply } from "@/lib/calls/offline/model/reply";
import { scriptFor } from "@/lib/calls/offline/model/script-for";
import type { DialogContext, Event, State } from "@/lib/calls/offline/model/state";
import { step } from "@/lib/calls/offline/model/step";

/**
 * The built-in model's dialog without the engine, at thousands of turns a second. Every tool call succeeds.
 */
export class PolicyAgent {
  private readonly environment: DialogContext;
  private state: State;
  readonly values: Record<string, unknown> = {};
  outcome: string | null = null;

  constructor(agent: AgentConfig, today: string) {
    const tools = agent.tools.flatMap((name) => findBuiltinTool(name) ?? []);
    this.environment = {
      agent,
      script: scriptFor(agent.language),
      language: agent.language,
      tools: tools.map(({ name, parameters }) => ({ name, parameters })),
      initialValues: {},
      now: new Date(`${today}T10:00:00.000Z`),
      timeZone: "UTC",
    };
    this.state = begin(this.environment);
  }

  private applyEvent(event: Event): void {
    this.state = step(this.state, event, this.environment);
  }

  /** Returns the agent's next text, until it listens or ends. */
  speak(): string {
    const texts: string[] = [];
    for (;;) {
      const { text, calls } = reply(this.state, this.environment);
      if (text !== "") texts.push(text);
      if (text !== "") this.applyEvent({ type: "agent", text });
      for (const { name, input } of calls) {
        this.applyEvent({ type: "tool_called", name, input });
        if (name === "save_variables") Object.assign(this.values, input);
        if (name === "end_call") this.outcome = String(input.outcome);
        else this.applyEvent({ type: "tool_answered", name, ok: true });
      }
      if (calls.length === 0 || this.outcome !== null) return texts.join(" ");
    }
  }

  hear(text: string): string {
    this.applyEvent({ type: "caller", text });
    return this.speak();
  }
}
