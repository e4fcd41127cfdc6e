/** A point in the patterns of an automaton, and where each word leads from it. */
export type PatternNode = {
  /** Nodes behind a word. */
  on: Map<string, PatternNode[]>;
  /** Nodes behind any word. */
  anyWord: PatternNode[];
  /** Nodes that are reached without a word. */
  alternatives: PatternNode[];
  isEnd: boolean;
};

export const newNode = (): PatternNode => ({ on: new Map(), anyWord: [], alternatives: [], isEnd: false });

/** The nodes that the same words lead to. */
type State = { nodes: ReadonlySet<PatternNode>; isEnd: boolean; next: Map<string, State | null> };

/** States beyond these are forgotten and made again, so that no text makes an automaton grow without bound. */
const MAX_STATES = 4_000;
/** Stands for every word that is in no pattern. */
const OTHER = "";

/** Finds every end of many patterns in one pass over the words, each word in constant time once its state is known. */
export class WordAutomaton {
  private readonly vocabulary = new Set<string>();
  private readonly start: State;
  private readonly states = new Map<string, State>();
  private readonly numbers = new Map<PatternNode, number>();

  constructor(starts: readonly PatternNode[]) {
    this.learn(starts);
    this.start = this.stateOf(starts);
  }

  /** Every place behind token `at` where a pattern ends that begins there, in order. */
  endsAt(tokens: readonly string[], at: number): number[] {
    const ends: number[] = [];
    let state: State | null = this.start;
    for (let next = at; next < tokens.length; next++) {
      state = this.step(state, tokens[next] ?? OTHER);
      if (state === null) break;
      if (state.isEnd) ends.push(next + 1);
    }
    return ends;
  }

  private learn(starts: readonly PatternNode[]): void {
    const waiting = [...starts];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (this.numbers.has(node)) continue;
      this.numbers.set(node, this.numbers.size);
      for (const word of node.on.keys()) this.vocabulary.add(word);
      waiting.push(...node.alternatives, ...node.anyWord, ...[...node.on.values()].flat());
    }
  }

  private step(state: State, spokenWord: string): State | null {
    const word = this.vocabulary.has(spokenWord) ? spokenWord : OTHER;
    const cached = state.next.get(word);
    if (cached !== undefined) return cached;
    const reached = [...state.nodes].flatMap(({ on, anyWord }) => [...(on.get(word) ?? []), ...anyWord]);
    const next = reached.length === 0 ? null : this.stateOf(reached);
    state.next.set(word, next);
    return next;
  }

  private stateOf(reached: readonly PatternNode[]): State {
    const nodes = new Set<PatternNode>();
    const waiting = [...reached];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (nodes.has(node)) continue;
      nodes.add(node);
      waiting.push(...node.alternatives);
    }
    const key = [...nodes]
      .map((node) => this.numbers.get(node) ?? 0)
      .sort((a, b) => a - b)
      .join();
    const existing = this.states.get(key);
    if (existing !== undefined) return existing;
    if (this.states.size >= MAX_STATES) this.forget();
    const created: State = { nodes, isEnd: [...nodes].some(({ isEnd }) => isEnd), next: new Map() };
    this.states.set(key, created);
    return created;
  }

  private forget(): void {
    this.start.next.clear();
    this.states.clear();
  }
}
