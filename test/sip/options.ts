import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    messages: { type: "string", default: "100000" },
    seed: { type: "string", default: "20261128" },
    corpus: { type: "string" },
  },
});

/** Options of `npm run test:sip`. */
export const OPTIONS = {
  /** Parts of the names of scenarios that are run; empty for all. */
  only: [...positionals, ...(values.only?.split(",") ?? [])],
  /** Messages of the fuzz run, its seed, and a folder with further messages to mutate. */
  messages: Number(values.messages),
  seed: Number(values.seed),
  ...(values.corpus === undefined ? {} : { corpus: values.corpus }),
};
