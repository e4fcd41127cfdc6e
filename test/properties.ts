import fc from "fast-check";

/**
 * Property tests draw the same cases in each run, so that a failure is never somebody else's; `FC_SEED=random` explores
 * new ones, and fast-check prints the seed that found something.
 */
const { FC_SEED } = process.env;
if (FC_SEED !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FC_SEED ?? 1) });
