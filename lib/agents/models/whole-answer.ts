import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { ModelError } from "./errors";
import { sentenceEnd, wholeSentences } from "./sentence-end";

type Part = LanguageModelV3StreamPart;
type Finish = Extract<Part, { type: "finish" }>;

/** A model that writes this much without the end of a sentence writes none. */
const MAX_HELD_CHARS = 10_000;

/** Ends that leave the last sentence unfinished. */
const CUTTING: readonly Finish["finishReason"]["unified"][] = ["length", "content-filter", "error"];

const isToolPart = ({ type }: Part): boolean => type.startsWith("tool-");

/**
 * Lets an answer through in whole sentences, so that no caller ever hears half of one: what has no end yet is held
 * back, and dropped where the answer is cut. Text that comes before a tool call, or before an ordinary end, is whole by
 * that.
 */
export class WholeAnswer {
  private held = "";
  private textId: string | null = null;
  private hasText = false;
  private hasTool = false;

  /** Whether something of the answer has been let through that cannot be taken back. */
  get hasBegun(): boolean {
    return this.hasText || this.hasTool;
  }

  /** The parts that may pass, now that `part` has come. Throws `ModelError` where the answer turns out to be none. */
  take(part: Part): Part[] {
    if (part.type === "text-start") return this.start(part.id);
    if (part.type === "text-delta") return this.hold(part);
    if (part.type === "text-end") return [];
    if (part.type === "finish") return [...this.finish(part), part];
    if (!isToolPart(part)) return [part];
    this.hasTool = true;
    return [...this.release(this.held), ...this.end(), part];
  }

  /** The parts that end an answer whose stream broke off; null where what came of it is no answer by itself. */
  breakOff(): Part[] | null {
    if (this.hasTool || !this.hasText) return null;
    return [
      ...this.end(),
      { type: "finish", finishReason: { unified: "other", raw: "broken_off" }, usage: UNKNOWN_USAGE },
    ];
  }

  private start(id: string): Part[] {
    const parts = this.end();
    this.textId = id;
    return [...parts, { type: "text-start", id }];
  }

  private hold({ delta, id }: Extract<Part, { type: "text-delta" }>): Part[] {
    const parts = this.textId === null ? this.start(id) : [];
    this.held += delta;
    if (this.held.length > MAX_HELD_CHARS && sentenceEnd(this.held) === 0)
      throw new ModelError("invalid_answer");
    return [...parts, ...this.release(this.held.slice(0, sentenceEnd(this.held)))];
  }

  /** Blank text is no words: it waits for some. */
  private release(text: string): Part[] {
    if (this.textId === null || text === "" || (!this.hasText && text.trim() === "")) return [];
    this.hasText = true;
    this.held = this.held.slice(text.length);
    return [{ type: "text-delta", id: this.textId, delta: text }];
  }

  private end(): Part[] {
    if (this.textId === null) return [];
    const id = this.textId;
    this.textId = null;
    this.held = "";
    return [{ type: "text-end", id }];
  }

  private finish({ finishReason: { unified } }: Finish): Part[] {
    const cut = CUTTING.includes(unified);
    const parts = this.release(cut ? wholeSentences(this.held) : this.held);
    if (!this.hasBegun) throw new ModelError(unified === "content-filter" ? "filtered" : "empty_answer");
    return [...parts, ...this.end()];
  }
}

export const UNKNOWN_USAGE: Finish["usage"] = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
