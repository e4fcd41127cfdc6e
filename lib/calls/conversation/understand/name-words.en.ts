import type { NameWords } from "./name-words";

const list = (words: string): string[] => words.split(/\s+/).filter((word) => word !== "");

export const en: NameWords = {
  names: ["name", "names", "surname", "forename", "fullname", "firstname", "lastname", "who"],
  things: list(
    `company business organization organisation firm employer product item street road city town village country state
     county school university college pet dog cat animal horse file user login account brand plan policy event project
     medication medicine drug model hotel restaurant bank store shop place building team domain host screen job
     department ship boat vehicle car book film movie song practice clinic hospital insurer insurance course class group
     club church program workspace display nick device server room`,
  ),
  nameOf: "of",
  introducers: [
    "name",
    "am",
    "i'm",
    "im",
    "this",
    "called",
    "call",
    "me",
    "speaking",
    "talking",
    "under",
    "by",
    "down",
    "it's",
    "it",
  ],
  possessives: ["my", "the", "our", "your"],
  agentPossessives: ["your"],
  followers: ["calling", "speaking", "here", "again"],
  joints: list("from on at about because regarding with and i but my we who by"),
  never: list(
    `appointment appointments booking bookings reservation claim claims cleaning cleanings checkup filling whitening
     extraction consultation quote estimate refund replacement question questions problem issue emergency prescription
     refill delivery order orders invoice receipt insurance billing payment payments subscription account support
     customer service services information info help assistance inquiry enquiry complaint feedback message hours
     prices cost toothache tooth teeth pain headache fever accident crash damage leak leaking broken repair meeting
     viewing demo haircut massage lesson rental schedule reschedule cancel cancellation cancelled tomorrow
     yesterday today tonight monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays
     thursdays fridays saturdays sundays weekend weekends hello hi hey thanks thank please sorry goodbye bye yes no yeah
     nope okay ok robot bot computer voicemail operator representative somebody someone nobody anybody everyone
     anything something nothing everything whatever whenever wherever however phone number email address name names
     policy website parking available availability open closed`,
  ),
  unlikely: list(
    `i me my mine myself you your yours yourself he him his she her hers it its itself we us our ours they them their
     theirs this that these those there here a an the some any another other each every both either neither
     am is are was were be been being do does did done doing have has had having can could would should shall might must
     cannot not never always often sometimes usually just only also even still already yet again too very really quite
     almost maybe perhaps probably actually basically obviously definitely certainly absolutely exactly
     what when where who whom whose which why how if whether because since while until unless although though as than then
     so but or nor of to in on at by for from with without about into onto over under after before between during through
     against off out up down near behind
     want wants wanted need needs needed like likes liked loved wish know knows knew think thinks thought
     guess believe mean means meant say says tell tells told ask asks asked talk talking speak speaking call calls
     called calling phone ring text texting email send sent get gets got getting give gives gave given take takes took
     taken make makes made making book books booked schedule come comes came coming go goes went going gone leave left
     see sees saw seen look looks looked looking hear heard listen find found finding try tries tried trying use uses used
     work works worked working help helps helped helping wait waiting stop stopped start started let put set keep kept
     buy bought pay paid change changed move moved report reported file filed update updated check checked reach reached
     happen happened happening happens work live living lives stay moved drive driving hurt hurts hurting
     good fine great well bad nice lovely terrible awful better worse ready busy sick tired happy sad sure right wrong
     correct incorrect new old next last first second third able possible impossible urgent important interested
     looking curious wondering confused lost late early soon later now ago
     one two three four five six seven eight nine ten eleven twelve hundred thousand
     thing things stuff way time times week weeks month months year years hour minute minutes moment
     people person man woman men women human patient client customer member son daughter wife husband mother father
     mom dad brother sister friend boss doctor dentist manager secret private none
     add added adds remove removed removes delete deleted clear cleared play plays put puts turn turns track tracks block
     blocked confirm confirmed read reads share shares define calculate disconnect connect pair locate save freeze erase
     replace display search include tell inform alert switch program request show shows using throw flip lower raise volume
     list lists playlist calendar location locate song songs music card cards phone thermostat timer alarm reminder reminders
     recipe weather temperature traffic flight flights hotel translate spell repeat recite wash pick order assure halt swap
     increase decrease enable disable activate transfer transferred withdraw deposit balance credit debit bank loan tax taxes
     mute unmute pause resume skip shuffle record dial navigate direct direction directions explain describe suggest
     recommend estimate compute convert compare sync reset restart reboot shut lock unlock unblock report reported apply
     applied submit submitted join joined subscribe renew renewed extend extended update confirm reserve reserved rent
     true false fake valid invalid indeed affirmative negative negatory yeap yep yup nah nope agreed agree disagree
     uncertain unsure certain precise precisely exact helpful obliged torn anyways anyway sir ma'am madam siri alexa google ai
     scrap undo hush abort idk terminate destroy heyo erroneous inaccurate bored glad named approximately ostensibly
     louder softer date close opened initiate measure roll dice favorite instructions reviews review answer answers
     cooperation outside inside approved appreciated possibly positive awesome damaged nada gracias sayonara farewell peace
     bonjour salutations ya
     adios wassup ciao cheers absolutely undecided doubtful fair enough interesting funny joke fact facts
     um uh er erm hm hmm oh ah wow look hang hold sec nevermind skip pass repeat pardon excuse what's dunno
     who's how's where's it's that's there's don't doesn't didn't can't couldn't won't wouldn't isn't aren't wasn't
     i'm i'd i'll i've you're you'd you'll we're we'd we'll we've they're he's she's let's dont cant wont im ive wanna
     gonna gotta lemme gimme`,
  ),
  and: "and",
  verbEnding: "ing",
  verbLikeNames: list(
    "sterling irving fleming manning browning harding cushing golding rowling dowling channing corning deming banning hemming lansing canning keating pershing schilling wilding redding reading spaulding spalding starling keeling",
  ),
};
