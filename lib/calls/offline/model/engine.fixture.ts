import { jsonSchema, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import {
  END_CALL,
  engineTools,
  type ModelAgent,
  type ModelVariable,
  OPENING_MESSAGE,
  type ParleyMetadata,
  parseParleyMetadata,
  SAVE_VARIABLES,
} from "@/lib/calls/conversation/model-contract";
import { rehearsalModel } from ".";

/** A Saturday, in the morning. */
export const NOW = "2026-11-21T10:00:00.000Z";

export const variable = (
  name: string,
  type: ModelVariable["type"],
  extra: Partial<ModelVariable> = {},
): ModelVariable => ({
  name,
  type,
  description: `your ${name.replaceAll("_", " ")}`,
  required: true,
  sensitive: false,
  choices: null,
  ...extra,
});

export const agent = (extra: Partial<ModelAgent> = {}): ModelAgent => ({
  name: "Front desk",
  variables: [],
  outcomes: [],
  greeting: null,
  disclosure: { enabled: false, text: "" },
  tools: [],
  language: "en-US",
  ...extra,
});

export type OwnTool = {
  name: string;
  parameters: Parameters<typeof jsonSchema>[0];
  run: (input: unknown) => unknown;
};

type AgentTurn = ParleyMetadata & { text: string };

/** The engine in small: it holds the history, runs the tools, and asks the model until a step calls none. */
export class Conversation {
  readonly messages: ModelMessage[] = [{ role: "user", content: OPENING_MESSAGE }];
  readonly values: Record<string, unknown> = {};
  readonly ran: { name: string; input: unknown }[] = [];
  readonly agentTurns: AgentTurn[] = [];
  outcome: string | null = null;
  readonly model = rehearsalModel({ now: () => new Date(NOW) });

  constructor(
    readonly agent: ModelAgent,
    readonly tools: OwnTool[] = [],
    readonly initialValues: Record<string, string | number | boolean> = {},
    readonly timeZone?: string,
  ) {}

  parley(task: "converse" | "extract" | "conclude") {
    const zone = this.timeZone === undefined ? {} : { time_zone: this.timeZone };
    return { parley: { task, agent: this.agent, known: this.initialValues, now: NOW, ...zone } };
  }

  toolSet(): ToolSet {
    const toolEntries = this.tools.map((t) => [
      t.name,
      tool({
        inputSchema: jsonSchema(t.parameters),
        execute: async (input: unknown) => {
          this.ran.push({ name: t.name, input });
          return t.run(input);
        },
      }),
    ]);
    const engine = engineTools(this.agent).map((t) => [
      t.name,
      tool({
        inputSchema: jsonSchema(t.inputSchema),
        execute: async (input: unknown) => {
          if (t.name === SAVE_VARIABLES) Object.assign(this.values, input);
          if (t.name === END_CALL) this.outcome = (input as { outcome: string }).outcome;
          return { ok: true };
        },
      }),
    ]);
    return Object.fromEntries([...toolEntries, ...engine]);
  }

  request() {
    return {
      model: this.model,
      system: "You are the front desk.",
      messages: this.messages,
      tools: this.toolSet(),
      providerOptions: this.parley("converse"),
    };
  }

  /** One turn of the agent; its words in one text. */
  private async answer(): Promise<string> {
    const texts: string[] = [];
    for (;;) {
      const result = streamText(this.request());
      await result.consumeStream();
      const text = await result.text;
      const meta = parseParleyMetadata(await result.providerMetadata);
      if (meta === null) throw new Error("a step without metadata");
      if (text !== "") this.agentTurns.push({ text, ...meta });
      texts.push(text);
      this.messages.push(...(await result.response).messages);
      if ((await result.toolCalls).length === 0 || this.outcome !== null) return texts.join("");
    }
  }

  open(): Promise<string> {
    return this.answer();
  }

  say(text: string): Promise<string> {
    this.messages.push({ role: "user", content: text });
    return this.answer();
  }

  /** Says several things in turn; answers what the agent said to the last. */
  async tell(...texts: string[]): Promise<string> {
    let last = await this.open();
    for (const text of texts) last = await this.say(text);
    return last;
  }
}
