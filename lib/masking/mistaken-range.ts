import type { TokenRange } from "./dates";
import type { Reading } from "./document";
import type { Lattice } from "./lattice";

/** What callers say for a variable that has another value: the model stored a wrong one. */
export type Mistaken = { reading: Reading; text: Lattice; range: TokenRange };
