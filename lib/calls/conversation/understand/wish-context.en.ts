/** English threats and wishes for contact, which stand beside a wish to be contacted no more. */

const ANOTHER = "one_more|another|any_more|any_further {kinds}? {pieces} ~4";
const NEXT_REACH = "{any_reach} {me}? {anymore}|one_more_time|once_more";
const IF = "if|next_time|the_next_time|if_you|next_time_you|the_next_time_you";
const CONSEQUENCE = "and|or|then|otherwise i|we|my_lawyer|my_attorney ~4";
const CONDITION_MET = "and|or|then|otherwise? i|we|my_lawyer|my_attorney ~4";
/** Threats for the case that the caller is contacted again. */
const threatsOf = (threat: string): readonly string[] => [
  `${NEXT_REACH} ${CONSEQUENCE} ${threat}`,
  `${IF} ever? ${NEXT_REACH} ${CONDITION_MET} ${threat}`,
  `if i get|receive|have? ${ANOTHER} ${CONDITION_MET} ${threat}`,
  `${ANOTHER} ${CONSEQUENCE} ${threat}`,
  `do_not ever? {any_reach} {me}? or|otherwise ~5 ${threat}`,
];
/** Threats over several clauses: contact is not wanted beyond doubt (`strong`), or perhaps. */
export const THREATS: Readonly<Record<"strong" | "weak", readonly string[]>> = {
  strong: threatsOf("{strong_threat}"),
  weak: threatsOf("{weak_threat}"),
};

/** Contact that is asked for: beside it, no wish to be contacted no more is beyond doubt. */
export const WANTED: readonly string[] = [
  "that|it was a|an|my mistake|accident|error|misunderstanding",
  "changed my mind",
  "i|we would? like|love the|my|your|those? reminders|updates|alerts",
  "please|just|instead|rather|only {any_reach} {me} ~1",
  "{any_reach} {me} instead|back|later|tomorrow|tonight|on|at|when|after|before|only|rather|next|in|this|monday|tuesday|wednesday|thursday|friday",
  "{any_reach} my|our|the|her|his new|other|second|work|home|office|mobile|cell? ~1 instead",
  "you|they can|could|may|should still|always|just? {any_reach} {me}",
  "i|we would? prefer|rather|like|want ~2 {reaching}|{pieces}|{any_reach} instead|better|more",
  "i|we would? prefer|want|like|love a|an|another call|text|message|phone_call",
  "keep {reaching} {me}",
  "start|begin {rude_reaching}",
  "use|try|dial the|this|that|my other|new|second|mobile|cell|work|home|office|phone? number|one|phone|cell|mobile|line",
  "call|text|ring|save|put|add|take|note the|this|that|my other|new|second number|one|phone|cell|mobile|line",
];
/** As `WANTED`, where the clause or its part ends. */
export const EXACT_WANTED: readonly string[] = ["{any_reach} me|us"];
