import type { WishWords } from "./wish-words";

/**
 * English wishes to be contacted no more by their frames: a verb of stopping with a way to be reached, a verb of
 * removing with a list, a consent that is withdrawn, a refusal to be reached, a threat. The groups are those of
 * lib/calls/conversation/understand/wish-words.en.ts and these.
 */
export const STOP_GROUPS: Readonly<Record<string, string>> = {
  stopping:
    "stop|quit|cease|desist|desist_from|cease_and_desist|cease_and_desist_from|refrain_from|halt|give_up|leave_off|knock_off|no_more",
  enough:
    "knock_it_off|pack_it_in|cut_it_out|give_it_a_rest|quit_it|stop_it|drop_it|pack_in|cut_out|enough|enough_already|that_is_enough|lay_off|ease_off|back_off|stop|quit|no_more",
  fed_up: "sick|sick_and_tired|tired|fed_up|annoyed|done|finished|through|had_enough|had_it|over",
  rude_reaching:
    "calling|phoning|ringing|dialing|dialling|contacting|texting|messaging|bothering|harassing|spamming|pestering|hounding|stalking|bugging|annoying|robocalling|cold_calling|blowing_up|ringing_up|calling_up|hassling|badgering|reaching_out_to",
  any_reach:
    "call|phone|ring|dial|contact|text|message|bother|disturb|pester|harass|hassle|bug|robocall|ring_up|call_up",
  being:
    "being|getting|be|to_be|you_calling|you_texting|your_calling|receiving|receive|getting|get|any|any_more|further|future|more",
  contacts:
    "contact|contacts|communication|communications|correspondence|calls|texts|messages|messaging|calling|texting|phone_calls|text_messages|outreach|telemarketing|solicitation|solicitations|marketing_calls|sales_calls|robocalls",
  consent: "consent|permission|authorization|authorisation|approval|agreement|opt_in",
  revoke: "revoke|withdraw|rescind|retract|cancel|take_back|pull|remove|deny|revoking|withdrawing|rescinding",
  other_mine:
    "him|her|them|my_husband|my_wife|my_mother|my_mom|my_mum|my_father|my_dad|my_son|my_daughter|my_parents|his_number|her_number|our_name|our_names|this_person",
  more_mine:
    "my_email|our_details|my_data|my_info|my_information|my_line|my_landline|my_mobile_number|my_cell_number|this_line|this_phone|this_cell|me_and_my_number|my_name_and_number",
  your_firm:
    "you|you_people|you_guys|you_lot|you_all|your_company|your_lot|anyone_there|anyone_at_your_company|this_company",
  strong_threat:
    "sue|suing|be_suing|press_charges|pressing_charges|take_legal_action|file_a_lawsuit|get_a_restraining_order|call_the_police|call_the_cops|calling_the_police|calling_the_cops|going_to_the_police|going_to_the_cops",
  weak_threat:
    "lawsuit|police|cops|fcc|ftc|ofcom|legal_action|harassment|restraining_order|report|reporting|reported|lawyer|lawyers|attorney|solicitor|court|legal|bbb|complaint|complain|authorities|block|blocking|scream|regret|sorry|trouble",
};

const LIST = "{off} {which}? {kinds}? {kinds}? {list}";

export const STOP_CORES: WishWords["cores"] = {
  request: [
    `{take} all|all_of {mine}|{more_mine} ${LIST}`,
    `ensure|make_sure|make_certain|see_to_it that? {mine}|{more_mine} am|is|are|get|gets {taken} ${LIST}`,
    "be put|added|placed|registered to|on|onto {which} {dnc}",
    "register|list|mark|flag {mine} as|down_as ~1 {dnc}",
    `want|need {mine} {taken}? ${LIST}`,
    "want|wish|desire|require no|zero any? further|more|future|additional {contacts}",
    "ensure|make_sure|make_certain|see_to_it that? i|we|my_number am|is|are|get? not|never {reached} {anymore}?",
    "ensure|make_sure|make_certain|see_to_it that? i|we never|do_not ever? get|receive|hear a|another|any|any_more|one_more {pieces} from? {your_firm}? {anymore}?",
    "do_not|never {any_reach} {me} under_any_circumstances|for_any_reason|no_matter_what|ever|at_all|period",
    "{stopping} {rude_reaching} {me}",
    "do_not want|wish|need these|those|your|any|such {kinds}? {pieces} {anymore}",
    "do_not want|wish|need to? get|receive any|any_more|these|those|your {kinds}? {pieces} or {pieces} from {your_firm}",
    "do_not want|wish|need you|you_people|you_guys|anyone {rude_reaching} {me} {anymore}",
    "not {any_reach} {me} {anymore}",
    "not|never to? {any_reach} {me} {anymore}",
    "am|are|is not|no_longer allowed|permitted|authorized|welcome to {any_reach} {me} {anymore}?",
    "no_longer have my|our {consent} to {any_reach} {me}",
    "{revoke}|revoking any|all|my|our {consent} i|we may|might|have? have? given|gave ~2 to {any_reach} ~3",
    "do_not send me|us|here? any|any_more|more {kinds}? {pieces} {anymore}?",
    "do_not send me|us|here? any_more|more {kinds}? {pieces}",
    "{stopping} {rude_reaching} this|our|my|the family|household|house|residence|home|address|business|hospital|line|phone|number",
    "want|need out_of|off {which} {kinds}? {list}",
    "opt|opting me|us? out of everything|all|this|it_all",
    "no_longer|do_not want|wish|need {pieces} ~1 to|at {me}",
    "{stopping} all|any|any_and_all|with_all|with_any further|future|more|your|of_your|the? {contacts} with|to|from me|us|you|this_number",
    "{stopping} making|placing|sending|initiating ~2 {pieces}",
    "{enough} with|of the|these|those|your|all|all_the|all_these|all_your|any_more text|phone|sales|marketing|constant? {pieces}",
    "{enough} with|of? {rude_reaching} {me}",
    `leave|keep {mine} ${LIST}`,
    `leave|keep {more_mine} ${LIST}`,
    `{take} {more_mine} ${LIST}`,
    "do_not consent|agree to {being} ~1 {reached}",
    "do_not|no_longer consent|agree to {being}? ~1 {contacts}",
    "do_not have|give ~1 {consent} to {any_reach} {me}?",
    "do_not give ~2 {consent} to be {reached}",
    "no_longer have|give ~2 {consent} to {any_reach} {me}?",
    "{revoke} my|our|any|all|any_and_all? {consent} to|for|of be|being {reached}",
    "{revoke} my|our|any|all|any_and_all? {consent} to|for|of any|all|future|further|your|these|receive|more? ~1 {contacts}",
    "{revoke} my|our|any|all? {consent} for_you_to|to {any_reach} {me}",
    "never ever? want|wish|need|care to get|receive|hear|have|see|answer a|an|another|any|any_more|one_more? {kinds}? {pieces} from {your_firm} {anymore}?",
    "never ever? want|wish|need|care to get|receive|hear|have|see|answer another|one_more|any_more {kinds}? {pieces} {anymore}?",
    "do_not ever? want|wish|need|care to get|receive|hear|have|see|answer a|an|another|any|any_more|one_more? {kinds}? {pieces} from {your_firm} {anymore}",
    "do_not ever? want|wish|need|care to get|receive|hear|have|see another|one_more|any_more {kinds}? {pieces}",
    "do_not ever? {any_reach} {me} {anymore}",
    "never ever? {any_reach} {me} {anymore}",
    "never ever? {any_reach} {me} ever? {anymore}",
    "do_not you_dare ever? {any_reach} {me} {anymore}?",
  ],
  exactRequest: [
    "cease|discontinue|end contact|communication|communications",
    "no further|more|future|additional {contacts}",
    "desist",
    "cease_and_desist",
    "{stopping} {rude_reaching}",
    "cease|end|discontinue|stop|halt all|any|any_and_all further|future|more|your|of_your? {contacts}",
    "take|remove|delete|erase|scrub|wipe|purge|strike|drop|expunge|scratch my|our|this phone|mobile|cell|telephone|contact? number|details|info|information|data {off}?",
    "no_more {kinds}? {pieces} please|thanks|thank_you?",
    "{revoke} my|our|any|all? {consent} to|for contact|be|being {reached}",
    "blacklist me|us|my_number|this_number",
    "unsubscribe",
  ],
  maybe: [
    "no_longer|do_not want|wish|need to? receive|get|have|see these|those|them|this ~2",
    "{stopping} sending me|us|here? these|those|them|this|stuff|things|anything|all",
    "{take} me|us|my_name|my_number off",
    "forget you ever? had|have|got my|our|this number",
    "do_not ever? use my|our|this|it number? {anymore}",
    "do_not ever? {any_reach} my|our ~1 at|on {me} {anymore}",
    "do_not want ~2 from you ever|ever_again",
    "{mine} should not be on any|your|this|that|the {kinds}? {list}",
    "am|are|getting {fed_up} of|with? being|getting {reached} ~2",
    "should not be on any|your|this|that|the {kinds}? {list}",
    "not be on any|your|this|that|the {kinds}? {list}",
    `{take} {other_mine} ${LIST}`,
    `leave|keep {other_mine} ${LIST}`,
    "do_not {any_reach} {me}",
    "nobody|no_one|none_of_us here|in_this_house|at_this_number? wants|needs|asked_for|likes ~1 {pieces}",
    "nobody|no_one|none_of_us here|in_this_house|at_this_number? wants to be|get|hear ~2 {reached}|calls|from_you",
    "{revoke} my|our|any|all? {consent}",
    "do_not|no_longer have|give my|our? {consent}",
    "am|are|getting {fed_up} of|with|by? these|the|your|all_these|all_the|you ~1 {pieces}|{rude_reaching}",
    "have {fed_up} of|with these|the|your|all_these|all_the|you ~1 {pieces}|{rude_reaching}",
    "are|keep|keeps harassing|spamming|stalking|pestering|hounding|bothering me|us",
    "this|that|it|these_calls|these_texts|your_calls is|are|amounts_to|feels_like pure|just|plain|nothing_but? harassment|harassing|stalking",
    "report|block your|this|the|you number|calls|company|people|guys? for|as? harassment|spam?",
    "leave|let me|us|my_family|this_number alone|be|in_peace",
  ],
  exactMaybe: [
    "do_not ever? call_back|ring_back|call|phone|ring|text|contact|message",
    "never call_back|call|phone|ring|text",
    "harassment|spam",
    "this|that|it is? spam|harassment",
    "did_not sign_up|ask for this|that|these|it",
    "{stopping} it|this|that|now",
    "knock|pack|cut it off|in|out",
    "fuck|piss|bugger|sod|buzz|shove|clear off",
    "get lost|stuffed|bent",
    "get out_of my_life|my_phone",
    "stop_it|enough|enough_is_enough|never_again|want_out",
  ],
  human: [],
  exactHuman: [],
};
