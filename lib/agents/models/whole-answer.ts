import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { ModelError } from "./errors";
import { sentenceEnd, wholeSentences } from "./sentence-end";

type Part = LanguageModelV3StreamPart;
type Finish = Extract<Part, { type: "finish" }>;

/** A model that writes this much without the end of a sentence writes no sentences. */
const MAX_HELD_CHARS = 10_000;

/** Finish reasons that leave the last sentence incomplete. */
const CUTTING: readonly Finish["finishReason"]["unified"][] = ["length", "content-filter", "error"];

const isToolPart = ({ type }: Part): boolean => type.startsWith("tool-");

/**
 * Passes an answer on in whole sentences, so that no caller hears half of one. An incomplete sentence is
 * buffered, and dropped if the answer is cut. Text before a tool call, or before an ordinary end, counts as
 * complete.
 */
export class WholeAnswer {
  private buffered = "";
  private textId: string | null = null;
  private hasText = false;
  private hasTool = false;

  /** Whether part of the answer has been passed on and cannot be withdrawn. */
  get hasBegun(): boolean {
    return this.hasText || this.hasTool;
  }

  /**
   * Returns the parts that can be passed on after `part`. Throws `ModelError` if the answer turns out to be
   * empty.
   */
  take(part: Part): Part[] {
    if (part.type === "text-start") return this.start(part.id);
    if (part.type === "text-delta") return this.hold(part);
    if (part.type === "text-end") return [];
    if (part.type === "finish") return [...this.finish(part), part];
    if (!isToolPart(part)) return [part];
    this.hasTool = true;
    return [...this.release(this.buffered), ...this.end(), part];
  }

  /** Returns the parts that end an answer whose stream broke; null if nothing usable has arrived. */
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
    this.buffered += delta;
    if (this.buffered.length > MAX_HELD_CHARS && sentenceEnd(this.buffered) === 0)
      throw new ModelError("invalid_answer");
    return [...parts, ...this.release(this.buffered.slice(0, sentenceEnd(this.buffered)))];
  }

  /** Blank text is buffered until words follow. */
  private release(text: string): Part[] {
    if (this.textId === null || text === "" || (!this.hasText && text.trim() === "")) return [];
    this.hasText = true;
    this.buffered = this.buffered.slice(text.length);
    return [{ type: "text-delta", id: this.textId, delta: text }];
  }

  private end(): Part[] {
    if (this.textId === null) return [];
    const id = this.textId;
    this.textId = null;
    this.buffered = "";
    return [{ type: "text-end", id }];
  }

  private finish({ finishReason: { unified } }: Finish): Part[] {
    const isCut = CUTTING.includes(unified);
    const parts = this.release(isCut ? wholeSentences(this.buffered) : this.buffered);
    if (!this.hasBegun) throw new ModelError(unified === "content-filter" ? "filtered" : "empty_answer");
    return [...parts, ...this.end()];
  }
}

export const UNKNOWN_USAGE: Finish["usage"] = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
