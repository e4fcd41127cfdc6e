import type { TokenRange } from "./dates";
import type { Lattice } from "./lattice";
import type { ParsedTurn } from "./parse-turns";

/** A range in which a caller gives another value than the stored one: the model extracted a wrong value. */
export type MisextractedRange = { reading: ParsedTurn; text: Lattice; range: TokenRange };
