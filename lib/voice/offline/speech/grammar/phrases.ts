import { DIGITS, MONTHS, ORDINALS, TEENS, TENS, WEEKDAYS } from "@/lib/masking/number-words";

/** Alternatives of a grammar. */
export const any = (words: readonly string[]): string => words.join(" | ");

const UNITS = DIGITS.slice(1);
const HOURS = [...UNITS, ...TEENS.slice(0, 3)];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase());

/** A letter is a separate word, distinct from the article "a" and the pronoun "i". */
export const LETTER = "l_";
/** Words that a grammar cannot hold as they are written. */
export const WRITTEN: Readonly<Record<string, string>> = {
  oclock: "o'clock",
  dont: "don't",
  doesnt: "doesn't",
  didnt: "didn't",
  cant: "can't",
  couldnt: "couldn't",
  isnt: "isn't",
  thats: "that's",
  lets: "let's",
  its: "it's",
  im: "i'm",
  id: "i'd",
};

/**
 * JSGF rules (Sun, "JSpeech Grammar Format 1.0") by name: what people say on the telephone, as `lib/calls/conversation`
 * understands it. A rule names others in angle brackets; only those that are needed go into a grammar.
 */
export const RULES: Readonly<Record<string, string>> = {
  um: "um | uh | er | well | so | oh | okay",
  lead: "its | it is | thats | that is | it would be | i think its | make it | no its | no it is | no | sorry | actually | i mean | i meant | yes | the answer is",
  wish: "<lead> | i would like | id like | id prefer | i want | how about | lets say | lets make it",
  tail: "please | thanks | thank you",

  yes: "yes | yeah | yep | yup | sure | okay | correct | right | exactly | absolutely | definitely | of course | yes please | yes sure | yes it is | yes i do | yes i am | yes i can | yes i would | yes (that is | thats) (right | correct | fine) | (that is | thats) (right | correct | fine) | please do | go ahead | sounds good | that works | i do | i am | i agree | all right",
  no: "no | nope | no thanks | no thank you | not really | not at all | never | no it isnt | no its not | no it is not | no i dont | no i do not | no im not | no i am not | no i cant | (thats | that is) (not right | wrong | not correct | incorrect) | i dont | i do not | id rather not",
  record:
    "(i dont | i do not) want to be recorded | (dont | do not) record [this | me | it | this call | the call] | [please] stop recording | no recording [please]",
  // Answers to the announcement of a recording, besides yes and no.
  refuse:
    "nah | no no | no way | (absolutely | definitely) not | no sir | [no] (i dont | i do not) (want (that | this | it | to) | consent [to (that | this | it)] | agree [to (that | this | it)]) | [no] (id | i would) (rather | prefer) (not [to] | you didnt) | [no] [please] (dont | do not) [do (that | it)] | i (refuse | decline | object) | (im | i am) not (comfortable | okay) with (that | this | it) | (thats | that is) not (okay | fine) | [press] nine",
  // Without those that sound like a refusal (yup and nope, "i do" and "i don't"): then the caller is asked.
  permit:
    "yes [please | sir] | yeah | sure | okay | of course | absolutely | definitely | yes (that is | thats) fine | go ahead | please do | all right | i agree | no problem | no worries [go ahead] | not a problem | no objection | (i dont | i do not) mind | (thats | that is) (fine | okay | all right) [with me] | you (may | can) | fine",
  // An answering machine's greeting, so that it is not heard as the refusal that it begins like.
  mailbox:
    "[sorry | im sorry] [but] (nobody | no one | the person you (called | are calling)) is ([not] available | unavailable | on the phone) [to take your call] [right now] | [sorry] (nobody | no one | i | we) (can | cant) (come to | get to | answer) the phone [right now] | you have reached (the | our) (mailbox | voice mail) | [please] leave (a | your) message [after the (tone | beep)]",
  stop: "[please] stop calling [me | us] | (dont | do not) call (me | us | this number) [again] [please] | never call me again | [please] (take | remove) (me | my number) (off | from) (your | the) list | unsubscribe | [i want to] opt out | leave me alone | [please] stop",
  someone:
    "a human | a person | a real person | a human being | an agent | an operator | a representative | a manager | the manager | someone | somebody | the receptionist | a receptionist",
  human:
    "[can i | could i | i want to | id like to | i would like to | let me | i need to] (speak | talk) (to | with) <someone> | [get me | connect me to | transfer me to | put me through to] <someone> | human | operator | agent | representative | receptionist | transfer me | put me through",
  repeat:
    "[can you | could you | please | sorry can you | sorry could you] (repeat | say) (that | it | the question) [again] | repeat | say again | what | sorry | pardon | pardon me | come again | one more time | excuse me | what was that | what did you say | [sorry] i (didnt | couldnt | cant) (hear | catch | understand | get) (that | you)",
  unknown:
    "(i dont | i do not) (know | remember) | im not sure | not sure | no idea | i cant remember | skip | skip (it | that) | (i dont | i do not) have (it | one | that) [with me]",
  callback:
    "[please | can you | could you] (call | ring) me (back | later) [later | tomorrow | next week | another time] | call back later | (its | this is) (a bad | not a good) time | im busy [right now | now] | not now",
  bye: "goodbye | bye | bye bye | (thats | that is) all [thank you | thanks] | nothing else | i have to go | hang up | have a (good | nice | great) day | see you",

  unit: any(UNITS),
  teen: any(TEENS),
  ten: any(TENS),
  digit: `${any(DIGITS)} | oh`,
  letter: any(LETTERS.map((letter) => `${LETTER}${letter}`)),
  below100: "<unit> | <teen> | <ten> [<unit>]",
  below1000: "<below100> | (a | <unit>) hundred [[and] <below100>]",

  digits: "(<digit> | (double | triple) <digit>)+",
  spelled:
    "(<letter> | <digit> | (double | triple) (<letter> | <digit>)) ([dash | hyphen | slash | underscore | then] (<letter> | <digit> | (double | triple) (<letter> | <digit>)))+",
  number:
    "([minus] (<below1000> [thousand [[and] <below1000>]] | (a | <unit>) thousand | zero | <teen> hundred | <below100> million) [point <digit>+]) | none | a dozen | a couple",
  phone: "[plus] <digits>",
  phoneLead: "(my | the) (number | phone number | telephone number) is | you can (call | reach) me (at | on)",
  codeLead:
    "(my | the) (number | code | account number | reference | reference number | pin | name | zip code | i l_d) is",

  weekday: any(lower(WEEKDAYS)),
  month: any(lower(MONTHS)),
  ordinal: `${any(Object.keys(ORDINALS))} | twenty <ordinal9> | thirty first`,
  ordinal9: any(Object.keys(ORDINALS).slice(0, 9)),
  dayNumber: "<unit> | <teen> | twenty [<unit>] | thirty [one]",
  year: "two thousand [[and] <unit>] | (nineteen | twenty) (<teen> | <ten> [<unit>] | oh <unit>)",
  dayPart: "[in the] (morning | afternoon | evening)",
  monthDay: "<month> [the] (<ordinal> | <dayNumber>) | [the] <ordinal> [of] <month> | <dayNumber> <month>",
  date: `(today | tonight | tomorrow | yesterday | this (morning | afternoon | evening) | [the] day after tomorrow
    | [on | this | next | last] <weekday> [next week] | next week [on] <weekday> | [on] [<weekday>] the <ordinal>
    | [on] [<weekday>] <monthDay> [<year>] | in (a | one) (day | week) | in (<unit> | ten | fourteen) (days | weeks)
    | (a | one) week ago | <unit> (days | weeks) ago) [<dayPart>]`,
  hour: any(HOURS),
  minutes:
    "oh <unit> | ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen | (twenty | thirty | forty | fifty) [<unit>]",
  half: "l_a l_m | l_p l_m | in the (morning | afternoon | evening) | at night",
  clock: `([a] quarter (past | to | after) <hour> | half past <hour> | (five | ten | twenty | twenty five) [minutes] (past | to) <hour>
    | <hour> (oclock | <minutes>)) [<half>] | <hour> <half> | noon | midday | midnight`,
  about: "at | around | about | by",
  // The day stands here once: a grammar takes time to load that grows with the square of its size.
  when: "<date> [[<about>] (<clock> | <hour>)] | [<about>] <clock> [[on] (<weekday> | today | tomorrow)] | [<about>] <hour>",

  domain:
    "(gmail | yahoo | hotmail | outlook | icloud | aol | <letter>+) dot (com | net | org | edu | l_i l_o | co dot l_u l_k)",
  email: "<local>+ ((dot | dash | underscore | hyphen | plus) <local>+)* at <domain>",
  local: "<letter> | <digit>",
  emailLead: "(my | the) (email | email address) is",

  greeting:
    "hello | hi | good (morning | afternoon | evening) | hello who is this | who is this | who is calling",
  request: `[hi | hello] [i want to | i would like to | id like to | i need to | can i | could i] (book | make | schedule | cancel | change | move | reschedule | confirm) (an | my | the) (appointment | booking | order | reservation)
    | [what are] your (opening hours | hours | prices) | (when | what time) do you (open | close) [on <weekday>] | where are you | i have a question | i need help | help | nothing | i am fine | im fine`,
};
