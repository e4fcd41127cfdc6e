import type { AgentConfig } from "@/lib/agents/agents/schema";
import { english } from "@/lib/masking/english-lexicon";

/** Words that often begin a caller's sentence, in addition to those of the lexicon. No name is among them. */
const OPENERS =
  "actually add always another anyone anything anyway approximately ask assist basically besides book booking both bring buy call calling cancel change check clear collect complete confirm consider correct currently deliver delivery describe does done drop email enter every everything exactly explain feel finally find finish five fix for four friday full generally give given had half hang has haven't having help hopefully however if i'd i'll i'm i've ignore include inform interested isn't keep later leave lets like listen look looks lots love make many maybe meet might monday move much must need neither never next nice nine none normally nothing nowhere occasionally often order others ought pay perhaps pick pickup place please possibly prefer probably put quick quickly quite rather read ready really reason receive refund remove repeat replace reply reschedule reserve return saturday schedule send seriously set seven shall ship show since six skip so something sometimes soon sounds start still stop store suggest sunday swap table take tell ten that's there's three thursday till together tomorrow tonight total transfer try tuesday turn two unfortunately unless unsubscribe until update use usually wait waiting want wanted wednesday whether while whole why wonder work wonderful write wrong yesterday yet";

const CALENDAR: readonly string[] = [...english.months, ...english.weekdays].flat();
const NUMBERS: readonly string[] = [...english.digits, ...english.teens, ...english.tens].flat();
const GENERAL: ReadonlySet<string> = new Set([
  ...english.stopWords,
  ...english.smallTalk,
  ...english.agreement,
  ...english.corrections,
  ...english.dayParts,
  ...english.relativeDays,
  ...english.joiners,
  ...CALENDAR,
  ...NUMBERS,
  ...OPENERS.split(" "),
]);
// Months that are also given names stay in, as "in May" is common; "May here" is masked as an introduction.

const WORD = /[\p{L}\p{N}]+/gu;
const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map((word) => word.toLowerCase());

type Agent = Pick<AgentConfig, "prompt" | "greeting" | "variables" | "outcomes">;

/** Words that name no person: common words, and those of the agent's configuration. */
export function createVocabulary({ prompt, greeting, variables, outcomes }: Agent): ReadonlySet<string> {
  const texts = [
    prompt,
    greeting,
    ...variables.flatMap(({ name, description, choices }) => [name, description, ...(choices ?? [])]),
    ...outcomes.flatMap(({ tag, description }) => [tag, description]),
  ];
  return new Set([...GENERAL, ...wordsOf(texts.join(" "))]);
}
