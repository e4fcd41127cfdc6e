import { describe, expect, it } from "vitest";
import type { Expectation } from "@/lib/agents/providers/schema";
import {
  createEndpointing,
  ENDPOINT_DELAY_MS,
  type EndpointingEvent,
  endpointDelayMs,
  MAX_DOUBTFUL_MS,
  type Patience,
  SUSTAINED_MS,
  step,
  stopEndpointing,
} from "./endpointing";

const WINDOW_MS = 32;
const SPEECH_DB = -20;
const LINE_DB = -70;
type Kind = Expectation["kind"];

/** Detects speech in windows of 32 ms: each segment is a probability for some milliseconds. */
function listen(
  stretches: readonly (readonly [probability: number, ms: number, levelDb?: number])[],
  {
    kind = "open",
    duringAgentSpeech = false,
    echo = false,
    isUnfinished = false,
    agentDb = -60,
    hearsBackground = false,
  }: {
    kind?: Kind;
    duringAgentSpeech?: boolean;
    echo?: boolean;
    isUnfinished?: boolean;
    agentDb?: number;
    hearsBackground?: boolean;
  } = {},
) {
  let ear = createEndpointing();
  let atMs = 0;
  const events: (EndpointingEvent & { atMs: number })[] = [];
  for (const [probability, ms, levelDb = probability > 0.3 ? SPEECH_DB : LINE_DB] of stretches)
    for (let passed = 0; passed < ms; passed += WINDOW_MS) {
      atMs += WINDOW_MS;
      const [next, event] = step(
        ear,
        { atMs, probability, levelDb, agentDb: duringAgentSpeech ? agentDb : null, echo: () => echo },
        { kind, patience: "medium", isUnfinished, hearsBackground },
      );
      ear = next;
      if (event !== null) events.push({ ...event, atMs });
    }
  return { ear, events };
}
const kinds = (stretches: Parameters<typeof listen>[0], options?: Parameters<typeof listen>[1]) =>
  listen(stretches, options).events.flatMap(({ type }) => (type === "sustained" ? [] : [type]));

describe("speech", () => {
  it("is known after about 100 ms, and told from where it began", () => {
    const [started] = listen([
      [0, 320],
      [0.9, 500],
    ]).events;
    expect(started).toMatchObject({ type: "started" });
    if (started?.type !== "started") throw new Error("Nothing was heard.");
    expect(started.atMs - 320).toBeGreaterThanOrEqual(100);
    expect(started.atMs - 320).toBeLessThanOrEqual(160);
    expect(started.startMs).toBeLessThanOrEqual(352);
  });

  it("ends after a pause, and is told to where it was", () => {
    const { events } = listen([
      [0.9, 1_024],
      [0.02, 1_000],
    ]);
    expect(events.map(({ type }) => type)).toEqual(["started", "sustained", "ended"]);
    const ended = events[2];
    if (ended?.type !== "ended") throw new Error("It has not ended.");
    expect(ended.endMs).toBe(1_024);
    expect(ended.atMs - ended.endMs).toBeGreaterThanOrEqual(ENDPOINT_DELAY_MS.least);
    expect(ended.atMs - ended.endMs).toBeLessThanOrEqual(ENDPOINT_DELAY_MS.most + WINDOW_MS);
  });

  it("continues over pauses within it", () => {
    expect(
      kinds([
        [0.9, 400],
        [0.05, 256],
        [0.9, 400],
        [0.05, 256],
        [0.9, 400],
        [0.01, 1_000],
      ]),
    ).toEqual(["started", "ended"]);
  });

  it("is cut off where it does not end", () => {
    expect(kinds([[0.9, 32_000]]).slice(0, 2)).toEqual(["started", "ended"]);
  });

  it("ends with the line", () => {
    const { ear } = listen([[0.9, 500]]);
    expect(stopEndpointing(ear, 600)[1]).toMatchObject({ type: "ended" });
    expect(stopEndpointing(createEndpointing(), 600)[1]).toBeNull();
  });
});

describe("what is no speech makes no turn", () => {
  it.each([
    ["silence", [[0.01, 5_000]]],
    [
      "a click",
      [
        [0.01, 320],
        [0.95, 64],
        [0.01, 2_000],
      ],
    ],
    [
      "a cough",
      [
        [0.01, 320],
        [0.8, 90],
        [0.1, 2_000],
      ],
    ],
    [
      "clicks that come and go",
      [
        [0.95, 32],
        [0.01, 160],
        [0.95, 32],
        [0.01, 160],
        [0.95, 32],
        [0.01, 160],
      ],
    ],
    ["a hum that is nearly a voice", [[0.45, 5_000]]],
  ] as const)("%s", (_, stretches) => {
    expect(kinds(stretches)).toEqual([]);
  });

  it("our own voice in the line, however sure the VAD is", () => {
    expect(kinds([[0.99, 5_000]], { duringAgentSpeech: true, echo: true })).toEqual([]);
  });

  it("half a voice while we speak", () => {
    expect(kinds([[0.6, 2_000]], { duringAgentSpeech: true })).toEqual([]);
    expect(kinds([[0.9, 500]], { duringAgentSpeech: true })).toEqual(["started"]);
  });
});

describe("patience", () => {
  const pauseOf = (
    kind: Kind,
    breath: number,
    saidMs = 1_500,
    { patience = "medium" as Patience, isUnfinished = false } = {},
  ) =>
    endpointDelayMs(
      { kind, patience, isUnfinished },
      { onsetMs: 0, lastVoicedMs: saidMs, pause: { windows: 4, sum: breath * 4 } },
    );

  it("is from 300 to 700 ms, for every question and every probability", () => {
    const all: Kind[] = [
      "yes_no",
      "digits",
      "number",
      "date",
      "time",
      "phone",
      "email",
      "choice",
      "text",
      "open",
    ];
    for (const kind of all)
      for (const breath of [0, 0.1, 0.3])
        for (const saidMs of [100, 600, 5_000]) {
          const ms = pauseOf(kind, breath, saidMs);
          expect(ms).toBeGreaterThanOrEqual(300);
          expect(ms).toBeLessThanOrEqual(700);
        }
  });

  it("is short for a yes, long for a number that is read out", () => {
    expect(pauseOf("yes_no", 0)).toBe(300);
    expect(pauseOf("phone", 0)).toBeGreaterThan(pauseOf("open", 0));
    expect(pauseOf("digits", 0)).toBeGreaterThan(pauseOf("yes_no", 0));
  });

  it("is longer for hesitant callers, and at the start of an utterance", () => {
    expect(pauseOf("open", 0.25)).toBeGreaterThan(pauseOf("open", 0.01));
    expect(pauseOf("open", 0.1, 200)).toBeGreaterThan(pauseOf("open", 0.1, 2_000));
  });

  it("follows the agent's setting", () => {
    const of = (patience: Patience) => pauseOf("open", 0.1, 1_500, { patience });
    expect([of("low"), of("medium"), of("high")]).toEqual([520, 650, 1_040]);
  });

  it("waits longer for the end of an unfinished sentence", () => {
    expect(pauseOf("digits", 0.1, 1_500, { isUnfinished: true })).toBeGreaterThan(1_000);
    const pause = [
      [0.9, 800],
      [0.02, 1_000],
      [0.9, 600],
      [0.02, 2_000],
    ] as const;
    expect(kinds(pause, { isUnfinished: true })).toEqual(["started", "ended"]);
    expect(kinds(pause)).toEqual(["started", "ended", "started", "ended"]);
  });
});

describe("the caller's level", () => {
  const turn = [
    [0.9, 1_500],
    [0.02, 1_000],
  ] as const;

  it("two people talking 15 dB below do not keep an utterance open", () => {
    const { events } = listen([
      [0.9, 1_500],
      [0.9, 10_000, SPEECH_DB - 15],
    ]);
    expect(events.map(({ type }) => type)).toEqual(["started", "sustained", "ended"]);
    expect((events.at(-1)?.atMs ?? 0) - 1_500).toBeLessThan(1_000);
  });

  it("speech in the background makes no utterance once the caller has spoken", () => {
    expect(kinds([...turn, [0.9, 5_000, SPEECH_DB - 15]])).toEqual(["started", "ended"]);
    expect(kinds([...turn, [0.9, 2_000, SPEECH_DB - 15]], { duringAgentSpeech: true })).toEqual([
      "started",
      "ended",
    ]);
  });

  it("a soft sentence is heard where every refusal counts", () => {
    const soft = [...turn, [0.9, 1_000, SPEECH_DB - 15], [0.02, 1_000]] as const;
    expect(kinds(soft)).toEqual(["started", "ended"]);
    expect(kinds(soft, { hearsBackground: true })).toEqual(["started", "ended", "started", "ended"]);
  });

  it("an echo is not the caller, and a quiet caller is", () => {
    const over = { duringAgentSpeech: true, agentDb: -20 };
    expect(kinds([[0.9, 2_000, -36]], over)).toEqual([]);
    expect(kinds([[0.9, 2_000, -28]], over)).toEqual(["started"]);
    const quiet = { duringAgentSpeech: false };
    const { ear } = listen(
      [
        [0.9, 1_500, -34],
        [0.02, 1_000],
      ],
      quiet,
    );
    expect(
      step(
        { ...ear, onsetMs: 2_500, voicedMs: 200 },
        { atMs: 2_532, probability: 0.9, levelDb: -34, agentDb: -20, echo: () => false },
        { kind: "open", patience: "medium", isUnfinished: false },
      )[1],
    ).toMatchObject({ type: "started" });
  });

  it("speech that is doubtful is cut after 3 s", () => {
    const { events } = listen([
      [0.9, 1_500],
      [0.9, 10_000, SPEECH_DB - 10],
    ]);
    const ended = events.find(({ type }) => type === "ended");
    expect((ended?.atMs ?? 0) - 1_500).toBeGreaterThan(MAX_DOUBTFUL_MS - 500);
    expect((ended?.atMs ?? 0) - 1_500).toBeLessThan(MAX_DOUBTFUL_MS + 500);
  });

  it("a caller who speaks more softly than before is heard", () => {
    expect(kinds([...turn, [0.9, 500, SPEECH_DB - 7], [0.02, 1_000]])).toEqual([
      "started",
      "ended",
      "started",
      "ended",
    ]);
  });

  it("a caller who has put the telephone down is heard after some time", () => {
    const far = Array.from({ length: 12 }, () => [
      [0.9, 1_600, SPEECH_DB - 15] as const,
      [0.02, 400] as const,
    ]);
    expect(kinds([...turn, ...far.flat()]).length).toBeGreaterThan(2);
  });

  it("speech that lasts is told once, without the pause behind it", () => {
    const sustained = (ms: number) =>
      listen([
        [0.9, ms],
        [0.02, 1_000],
      ]).events.filter(({ type }) => type === "sustained").length;
    expect([sustained(SUSTAINED_MS - 150), sustained(SUSTAINED_MS + 100), sustained(5_000)]).toEqual([
      0, 1, 1,
    ]);
  });
});
