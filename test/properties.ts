import fc from "fast-check";

/**
 * Property tests draw the same cases in each run, so that failures are reproducible. `FC_SEED=random` explores new cases,
 * and fast-check prints the seed of a failure.
 */
const { FC_SEED } = process.env;
if (FC_SEED !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FC_SEED ?? 1) });
