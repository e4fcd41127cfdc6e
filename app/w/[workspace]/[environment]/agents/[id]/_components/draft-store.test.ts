import { describe, expect, it } from "vitest";
import type { Agent } from "@/lib/agents/agents/schema";
import type { AgentValues } from "./agent-form";
import { createDraftStore, summarize } from "./draft-store";
import { replaceRow } from "./list-edit";
import { marksOf } from "./tab-marks";
import { sampleAgent } from "./testing/sample-agent";

const LIVE = new Set(["day", "account_number"]);
const open = (agent: Agent = sampleAgent(), live: ReadonlySet<string> = LIVE) =>
  createDraftStore(agent, live);
type Store = ReturnType<typeof open>;

const mark = (store: Store, at: number) =>
  store.edit({ variables: replaceRow(store.get().values.variables, at, { sensitive: true }) });
const policy = (store: Store, enabled: boolean): Partial<AgentValues> => ({
  recording: { ...store.get().values.recording, enabled },
});

/** A request with all unsaved changes but those of `heldBack`. */
function sending(store: Store, { isCheckpoint = false, heldBack = "" } = {}) {
  const { draft, immediate } = summarize(store.get());
  const fields = Object.keys({ ...draft, ...(isCheckpoint && immediate) });
  return {
    values: store.get().values,
    fields: new Set(fields.filter((field) => field !== heldBack)),
    isCheckpoint,
  };
}

describe("unsaved changes", () => {
  it("are none in an agent that was just opened", () => {
    expect(summarize(open().get())).toEqual({ draft: {}, immediate: {}, canDiscard: false });
  });

  it("of the policy are never part of the draft", () => {
    const store = open();
    store.edit({ prompt: "You cancel visits.", ...policy(store, false) });
    const { draft, immediate } = summarize(store.get());
    expect(draft).toEqual({ prompt: "You cancel visits." });
    expect(Object.keys(immediate)).toEqual(["recording"]);
  });

  it("save a renamed variable, but not its mark in the live version", () => {
    const store = open();
    mark(store, 1);
    expect(summarize(store.get()).draft).toEqual({});
    store.edit({ variables: replaceRow(store.get().values.variables, 0, { description: "your day" }) });
    const { draft, immediate } = summarize(store.get());
    expect(draft.variables?.map(({ description, sensitive }) => [description, sensitive])).toEqual([
      ["your day", false],
      ["the day", false],
    ]);
    expect(immediate.variables?.[1]).toMatchObject({ name: "account_number", sensitive: true });
  });

  it("mark a variable in the draft if the live version does not have it, or has no version", () => {
    const store = open(sampleAgent(), new Set(["day"]));
    mark(store, 1);
    expect(summarize(store.get())).toMatchObject({ immediate: {}, draft: { variables: [{}, {}] } });
    expect(summarize(store.get()).draft.variables?.[1]?.sensitive).toBe(true);
  });

  it("mark their tabs, a problem before a change", () => {
    const store = open();
    store.edit({ max_duration_s: 0, ...policy(store, false) });
    expect(marksOf(store.get())).toEqual({ limits: "unsaved", privacy: "unsaved" });
    store.setProblems({ max_duration_s: "Use 1 or more." });
    expect(marksOf(store.get())).toEqual({ limits: "problem", privacy: "unsaved" });
    store.edit({ max_duration_s: 60 });
    expect(store.get().problems).toEqual({});
  });
});

describe("the response to a save", () => {
  it("keeps what was typed during the request", () => {
    const store = open();
    store.edit({ prompt: "First", greeting: "Hi" });
    const sent = sending(store);
    store.edit({ prompt: "First, and more" });
    store.merge(sampleAgent({ prompt: "First", greeting: "Hi" }), sent);
    expect(store.get().values.prompt).toBe("First, and more");
    expect(summarize(store.get()).draft).toEqual({ prompt: "First, and more" });
  });

  it("shows fields that another member has changed", () => {
    const store = open();
    store.edit({ prompt: "Mine" });
    const sent = sending(store, { isCheckpoint: true });
    store.merge(sampleAgent({ prompt: "Mine", greeting: "Theirs" }), sent);
    expect(store.get().values.greeting).toBe("Theirs");
    expect(summarize(store.get()).canDiscard).toBe(false);
  });

  it("keeps the rows that did not change, so that they do not render again", () => {
    const store = open();
    store.edit({ prompt: "Mine" });
    const { variables } = store.get().values;
    store.merge(sampleAgent({ prompt: "Mine" }), sending(store));
    expect(store.get().values.variables).toBe(variables);
  });

  it("keeps a field that was held back because of a problem", () => {
    const store = open();
    store.edit({ prompt: "Mine", outcomes: [{ key: "new-1", tag: "Not a tag!", description: "" }] });
    store.merge(sampleAgent({ prompt: "Mine" }), sending(store, { heldBack: "outcomes" }));
    expect(store.get().values.outcomes).toMatchObject([{ tag: "Not a tag!" }]);
    expect(Object.keys(summarize(store.get()).draft)).toEqual(["outcomes"]);
  });

  it("keeps settings that are saved only on request", () => {
    const store = open();
    mark(store, 1);
    store.edit({ prompt: "Mine", ...policy(store, false) });
    store.merge(sampleAgent({ prompt: "Mine" }), sending(store));
    const { draft, immediate } = summarize(store.get());
    expect(draft).toEqual({});
    expect(Object.keys(immediate).sort()).toEqual(["recording", "variables"]);
  });
});

describe("discarding", () => {
  it("returns to the opened draft after it was saved automatically", () => {
    const store = open();
    store.edit({ prompt: "Mine" });
    store.merge(sampleAgent({ prompt: "Mine" }), sending(store));
    expect(summarize(store.get())).toMatchObject({ draft: {}, canDiscard: true });
    store.discard();
    expect(summarize(store.get()).draft).toEqual({ prompt: "You book visits." });
  });

  it("keeps the saved policy, and undoes an unsaved one", () => {
    const store = open();
    const recording = { ...sampleAgent().recording, retention_days: 7 };
    store.edit({ recording });
    store.merge(sampleAgent({ recording }), sending(store, { isCheckpoint: true }));
    store.edit(policy(store, false));
    store.discard();
    expect(store.get().values.recording).toEqual(recording);
  });

  it("of immediate settings keeps the edits of the draft", () => {
    const store = open();
    mark(store, 1);
    store.edit({ prompt: "Mine", ...policy(store, false) });
    store.discardImmediate();
    expect(summarize(store.get())).toMatchObject({ draft: { prompt: "Mine" }, immediate: {} });
  });
});

it("a deploy keeps what was typed meanwhile, and its variables are live", () => {
  const store = open(sampleAgent({ live_version: null, status: "draft" }), new Set());
  store.edit({ greeting: "Typed during the deploy" });
  store.showDeployed(sampleAgent({ live_version: 2 }));
  expect(store.get().values.greeting).toBe("Typed during the deploy");
  mark(store, 0);
  expect(Object.keys(summarize(store.get()).immediate)).toEqual(["variables"]);
});
