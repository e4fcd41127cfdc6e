/**
 * English frames in which an agent says that the caller is contacted no more, in the notation of
 * lib/calls/conversation/understand/word-patterns.ts. Adverbs are left out before ("now", "permanently").
 */
export const CLAIM_GROUPS: Readonly<Record<string, string>> = {
  we: "we|i|they|our_team|our_company|our_system|the_team|the_system|my_team|my_colleagues|we_all|nobody_here",
  // A subject may be left out: "Removed your number."
  did: "have|has|had|will|shall|did|am_going_to|are_going_to|have_gone_ahead_and|went_ahead_and|will_go_ahead_and|have_made_sure_to|can_confirm_i_have|can_confirm_we_have|can_confirm_that_i_have|can_confirm_that_we_have|am|are|have_taken_care_of_it_and",
  them: "you|your_number|your_name|your_phone_number|your_phone|your_contact|your_contacts|your_contact_details|your_contact_information|your_contact_info|your_details|your_information|your_info|your_data|your_record|your_records|your_entry|your_line|your_mobile|your_mobile_number|your_cell|your_cell_number|your_telephone_number|this_number|that_number|this_phone_number|the_number|you_and_your_number|your_name_and_number",
  removed:
    "remove|removed|removing|take|took|taken|taking|delete|deleted|deleting|erase|erased|erasing|drop|dropped|clear|cleared|strike|struck|wipe|wiped|scrub|scrubbed|purge|purged|pull|pulled|got|gotten|withdraw|withdrawn",
  // Verbs that say it where no list is named.
  deleted:
    "remove|removed|removing|delete|deleted|deleting|erase|erased|erasing|wipe|wiped|scrub|scrubbed|purge|purged|strike|struck|block|blocked|blocking",
  // Verbs that say it without a list.
  suppressed:
    "unsubscribe|unsubscribed|unsubscribing|suppress|suppressed|suppressing|blacklist|blacklisted|opt_out|opted_out|blocklisted|deregistered",
  gone: "removed|deleted|erased|dropped|cleared|struck|wiped|scrubbed|purged|taken_off|taken_out",
  quiet:
    "unsubscribed|suppressed|opted_out|blacklisted|blocklisted|deregistered|off_the_hook_for_calls|do_not_call|do_not_contact",
  put: "put|placed|place|placing|putting|add|added|adding|registered|entered|moved|move|set|listed|included",
  mark: "mark|marked|marking|flag|flagged|flagging|note|noted|list|listed|register|registered|set|recorded",
  our: "our|the|my|this|that|any|all|all_our|all_of_our|any_of_our|every|the_company|our_company|their|your",
  touch:
    "call|phone|ring|dial|contact|text|message|bother|disturb|email|reach_out|reach_out_to|write_to|call_back|be_calling|be_phoning|be_ringing|be_texting|be_contacting|be_messaging|be_bothering|be_disturbing|be_reaching_out|be_reaching_out_to|be_in_touch|be_in_contact|get_in_touch|contact_or_call|call_or_text|call_or_message|text_or_call|call_or_contact|make_any_calls|make_any_more_calls|make_any_further_calls|send_any_more_messages|send_any_more_texts|send_any_texts|be_getting_in_touch",
  touching:
    "calling|phoning|ringing|dialing|contacting|texting|messaging|bothering|disturbing|reaching_out|reaching_out_to|calling_or_texting|calling_and_texting",
  touched:
    "called|phoned|rung|dialed|contacted|texted|messaged|bothered|disturbed|called_or_texted|contacted_or_called|reached_out_to",
  process:
    "processed|completed|recorded|registered|honored|honoured|logged|confirmed|done|actioned|submitted|applied|complete|in_place|in_effect",
  request:
    "opt_out|opt_out_request|removal|removal_request|unsubscribe_request|unsubscription|unsubscribe|do_not_call_request|do_not_contact_request|request_to_be_removed|request_not_to_be_contacted|request_to_opt_out|request_to_stop_the_calls",
};

const LIST = "{off} {our}? {kinds}? {kinds}? {list}";

export const CLAIMS: readonly string[] = [
  // We do not contact anyone.
  "{we} will|shall|would|am_going_to|are_going_to not|never|no_longer {touch} {them}? {anymore}?",
  "{we} am|are not|never|no_longer going_to {touch} {them}? {anymore}?",
  "{we} am|are no_longer|not {touching} {them}? {anymore}",
  "{we} will|shall|have|am|are|has? stop|stopped|stopping|cease|ceased|ceasing|discontinue|discontinued {touching}",
  "{we} will|shall|have|am|are|has? stop|stopped|stopping|cease|ceased|ceasing|discontinue|discontinued|end|ended all|any|the|these|our|further|future|all_further|all_future|any_further? {pieces}|communication|communications to|with? {them}?",
  "{we} will|shall leave you alone|be|in_peace",
  "nobody|no_one|none_of_us ~4 will|is_going_to|shall {touch} {them} {anymore}?",
  "{we} will|have|can make_sure|made_sure|see_to_it|ensure|ensured that? ~3 not|never|nobody|no_one ~1 {touch}|{reaches}|{touched} {them}?",
  // The caller is not contacted by anyone.
  "{them} will|shall|is_going_to|are_going_to not|never|no_longer be|get {touched} {anymore}?",
  "you will|shall|are_going_to not|never|no_longer hear from us|me|our_team|our_company|anyone|this_number {anymore}?",
  "you have heard the_last from|of us",
  "you will|shall|are_going_to not|never|no_longer get|receive|be_getting|be_receiving|see any|any_more|any_further|further|more|another|our|these|those|calls? ~2 {pieces}",
  "you will|shall|should get|receive|have|see|hear no_more|no_further|zero ~2 {pieces}",
  "there will|shall be no_more|no_further|no ~2 {pieces}",
  "no_more|no_further {kinds}? {pieces} will|shall be made|sent|placed to? {them}?",
  "{we} promise|guarantee|commit|undertake that? we|i? will? never|not to? {touch}",
  "{we} {did}? block|blocked|blocking {them} from",
  "{we} am|are|will going_to|be? stop|stopping {touching}",
  "no_more|no_further {kinds}? {pieces} from|by us|me|our|this",
  "the|our|these|those|all|all_the ~1 {pieces} will|have|has|are|should stop|stopped|end|ended|cease|ceased|stopping",
  "you will|shall|do|are_going_to not|never|no_longer get|receive|be_getting|be_receiving|see any|any_more|another|one_more|new ~2 {pieces}|ones",
  "{we} make|made|will_make|have_made sure|certain that? ~1 you do|will not|never get|receive ~3 {pieces}",
  "{we} make|made|will_make|have_made sure|certain that? nobody|no_one ~3 {reaches}|{touch} {them} {anymore}?",
  "never receive|get another|any {kinds}? {pieces}",
  "this|that is|was|will_be the|our? very? last|final {kinds}? {pieces} ~2 you|from|to",
  "this|that is|was our last|final {kinds}? {pieces}",
  "there will|shall be no_more|no_further|no ~2 {pieces}",
  "not reach_out {them}? {anymore}",
  "{pieces} to {them} has|have|is|are|will been|be? stopped|ended|cancelled|canceled|blocked",
  "leave you alone|be|in_peace from|going|now|forever",
  "will not be {touching} {them}? {anymore}",
  "will not be in_touch|in_contact {anymore}?",
  "{we} have|has? let|told ~2 team|office|colleagues know|not? never|not? to {touch} {them}? {anymore}?",
  "{we} have? cancelled|canceled|stopped|blocked all|any|future|outgoing|scheduled ~1 {pieces} ~2 to {them}",
  "{we} no_longer have {them} on file|record",
  // You are removed.
  `{we} {did}? {removed} {them} ${LIST}`,
  `{we} {did}? {removed} {them} off|out`,
  "{we} {did}? {suppressed} {them}",
  "{we} {did}? opt|opted|opting {them} out",
  "{we} {did}? {put} {them} to|on|onto|in ~2 {dnc}",
  "{we} {did}? {mark} {them} as|down_as ~2 {dnc}|{quiet}",
  `{them} has|have|had|is|are|was|were|will|shall|gets|got been|be|being? {gone}|{removed} ${LIST}`,
  "{them} has|have|had|is|are|was|were|will|shall been|be|being? {quiet}",
  "{them} has|have|had|is|are|was|were|will|shall been|be|being? {put} to|on|onto|in ~2 {dnc}",
  "{them} has|have|is|are|will|was been|be? on|in ~2 {dnc}",
  "{them} has|have|is|are|was been? {mark} as ~2 {dnc}|{quiet}",
  `{them} is|are|will_be|has_been|have_been no_longer|not on|in {our}? {kinds}? {kinds}? {list} {anymore}?`,
  `{them} is|are|will_be ${LIST}`,
  `{them} is|are|has been? gone {off} {our} ~1 {list}`,
  `{we} {did}? {removed} it|that {off} {our} {kinds}? {list}`,
  `you are {off} {our} {kinds}? {kinds}? {list}`,
  "{we} {did}? {mark} your|this file|record|account|number|contact as ~2 {dnc}|{quiet}",
  "opted_out|unsubscribed of|from all|any|our ~2 {pieces}",
  "consider yourself|your_number|it|them {quiet}|{gone}|off|out|gone",
  "your {request} has|have|is|was been? {process}",
  "{we} {did}? {process} your {request}",
];

/** The same, where nothing else follows: "I removed your number", and not "… from the order". */
export const EXACT_CLAIMS: readonly string[] = [
  "{we} {did}? {deleted} {them}",
  "{them} has|have|had|is|are|was|were|will|shall been|be|being? {gone}",
  "no_more|no_further {kinds}? {pieces}",
  "removed|deleted|unsubscribed|suppressed {them}",
];

/** Words that can follow an exact claim. */
export const CLAIM_TAILS =
  "as for per at and so right then which too ok okay thanks sorry once forever anyway because from_now entirely".split(
    " ",
  );
/** They change nothing about a claim. */
export const CLAIM_ADVERBS: ReadonlySet<string> = new Set(
  `now just also ever successfully completely permanently fully certainly definitely immediately officially hereby formally
   personally really simply therefore accordingly entirely gladly indeed surely all_set today instantly manually promptly
   always happily both`.split(/\s+/),
);
/** Behind a claim these make it another sentence: "before nine", "about that". */
export const CLAIM_QUALIFIERS: ReadonlySet<string> = new Set(
  `before after until till about regarding unless if on at during while by with waiting guest appointment order
   a an the names your tomorrow tonight this that yet when whenever but_only hold policy without too`.split(
    /\s+/,
  ),
);
/** Before a claim these only suppose it. */
export const SUPPOSING: ReadonlySet<string> = new Set(
  "if whether unless once when until asked suppose imagine mistakenly pretend confirm_whether sure_whether doubt".split(
    " ",
  ),
);
/** A clause that begins with one of these only supposes it. */
export const SUPPOSING_FIRST: ReadonlySet<string> = new Set(
  "would should shall do did could can may might after before have has is are was were will".split(" "),
);
export const CLAIM_CONTRACTIONS: Readonly<Record<string, string>> = {
  "we'll": "we will",
  "we've": "we have",
  "we're": "we are",
  "we'd": "we would",
  "you'll": "you will",
  "they'll": "they will",
  "they've": "they have",
  "haven't": "have not",
  "hasn't": "has not",
  "shan't": "shall not",
  "aren't": "are not",
  "isn't": "is not",
  "there'll": "there will",
  "nobody'll": "nobody will",
  "number's": "number is",
  "name's": "name is",
};
