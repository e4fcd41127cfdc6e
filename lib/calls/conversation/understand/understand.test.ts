import { describe, expect, it } from "vitest";
import { type Asked, intentOf, understand, understandAt, volunteered } from ".";

// A Saturday.
const NOW = new Date("2026-11-21T10:00:00.000Z");

const variableOf = (type: Asked["type"], extra: Partial<Asked> = {}): Asked => ({
  name: type,
  type,
  description: `your ${type}`,
  choices: null,
  ...extra,
});

type Row = [said: string, value: string | number | boolean | null];
const table = (variable: Asked, rows: Row[]) =>
  it.each(rows)(`${variable.name}: %j is %j`, (text, value) => {
    expect(understand(variable, text, NOW)?.value ?? null).toBe(value);
  });

describe("a code is understood however it is said, and nothing around it is taken for it", () => {
  table(variableOf("string", { name: "account_number", description: "your account number" }), [
    ["1234", "1234"],
    ["one two three four", "1234"],
    ["It is one two three four.", "1234"],
    ["it's 1 2 3 4", "1234"],
    ["It’s 1234, thanks", "1234"],
    ["Sure, my account number is one two three four, please.", "1234"],
    ["my number is 12 34", "1234"],
    ["My account number's 1234", "1234"],
    ["account number: 1234", "1234"],
    ["account number 1234", "1234"],
    ["that would be double five oh seven", "5507"],
    ["triple nine one", "9991"],
    ["A B one two", "AB12"],
    ["a b 1 2", "AB12"],
    ["AB-12", "AB-12"],
    ["ab12cd", "ab12cd"],
    ["SW1A 1AA", "SW1A1AA"],
    ["twenty three forty five", "2345"],
    ["one hundred twenty three", "123"],
    ["um, it's, uh, one two, um, three four", "1234"],
    ["one two three four and I'd like to come on Tuesday", "1234"],
    ["1234 I think", "1234"],
    ["no, it's five six seven eight", "5678"],
    ["four one one one dash two two", "4111-22"],
    ["12345678", "12345678"],
    ["", null],
    ["hello?", null],
    ["um", null],
    ["purple", null],
    ["ABCDEF", "ABCDEF"],
    ["why do you need that", null],
    ["I would like an appointment", null],
    ["?!…", null],
  ]);
});

describe("free words are kept as said, without what introduces them", () => {
  table(variableOf("string", { name: "reason", description: "the reason for your call" }), [
    ["My tooth hurts.", "My tooth hurts"],
    ["my tooth is broken", "my tooth is broken"],
    ["The reason is a broken tooth, please.", "a broken tooth"],
    ["no pain, only a check-up", "no pain, only a check-up"],
    ["right knee", "right knee"],
    ["Sure, it's my right knee", "my right knee"],
    ["What do you mean?", null],
    ["ok", null],
    ["🙂 טוב", "🙂 טוב"],
  ]);
  table(variableOf("string", { name: "full_name", description: "your name" }), [
    ["I'm Jane O'Neill.", "Jane O'Neill"],
    ["My name is Jane Doe, thank you", "Jane Doe"],
    ["Yes, this is Jane", "Jane"],
    ["J R", "JR"],
  ]);
  table(variableOf("string", { name: "street", description: "your street" }), [
    ["23 Baker Street, London", "23 Baker Street, London"],
  ]);
});

describe("numbers", () => {
  table(variableOf("number"), [
    ["739 184 625", 739_184_625],
    ["about 12 500, I think", 12_500],
    ["739 thousand", 739_000],
    ["1.1 million", 1_100_000],
    ["2 hundred", 200],
    ["739 thousand 184", null],
    ["12 5000", null],
    ["12 500 or 600", null],
    ["2", 2],
    ["two people, please", 2],
    ["I have 2 kids", 2],
    ["twenty-three", 23],
    ["one hundred and five", 105],
    ["two thousand and five", 2005],
    ["nineteen hundred", 1900],
    ["three million", 3_000_000],
    ["1,250", 1250],
    ["3.5", 3.5],
    ["three point one four", 3.14],
    ["minus four", -4],
    ["-4", -4],
    ["one two", 12],
    ["a couple", 2],
    ["the big one, 7", 7],
    ["two or three", null],
    ["many", null],
  ]);
});

describe("yes and no", () => {
  table(variableOf("boolean"), [
    ["yes", true],
    ["Yeah, sure!", true],
    ["Yep.", true],
    ["I do", true],
    ["of course", true],
    ["that's right", true],
    ["That is correct.", true],
    ["it's all correct", true],
    ["no problem", true],
    ["OK", true],
    ["no", false],
    ["Nope", false],
    ["not really", false],
    ["I don't", false],
    ["I do not", false],
    ["that's not right", false],
    ["that's wrong", false],
    ["No, the day is wrong", false],
    ["never", false],
    ["maybe", null],
    ["purple", null],
    ["north", null],
  ]);
});

describe("dates count from the injected moment", () => {
  table(variableOf("date"), [
    ["2026-11-24", "2026-11-24"],
    ["11/24/2026", "2026-11-24"],
    ["11/24", "2026-11-24"],
    ["24.11.2026", "2026-11-24"],
    ["24/11/2026", "2026-11-24"],
    ["11/24/26", "2026-11-24"],
    ["03/05/80", "1980-03-05"],
    ["November 24", "2026-11-24"],
    ["Nov. 24th, 2026", "2026-11-24"],
    ["the 24th of November", "2026-11-24"],
    ["24 November", "2026-11-24"],
    ["November the twenty fourth", "2026-11-24"],
    ["the twenty fourth", "2026-11-24"],
    ["the 24th", "2026-11-24"],
    ["24", "2026-11-24"],
    ["the 3rd, please", "2026-12-03"],
    ["on the 21st", "2026-11-21"],
    ["today", "2026-11-21"],
    ["tomorrow", "2026-11-22"],
    ["the day after tomorrow", "2026-11-23"],
    ["in three days", "2026-11-24"],
    ["in a week", "2026-11-28"],
    ["Tuesday", "2026-11-24"],
    ["next Tuesday would be good", "2026-11-24"],
    ["this Friday", "2026-11-27"],
    ["Saturday", "2026-11-28"],
    ["Tuesday next week", "2026-11-24"],
    ["last Tuesday", "2026-11-17"],
    ["it was last Saturday I think", "2026-11-14"],
    ["three days ago", "2026-11-18"],
    ["a week ago", "2026-11-14"],
    ["Tuesday the 24th", "2026-11-24"],
    ["Tuesday, November 24 at 2 pm", "2026-11-24"],
    ["January 5th", "2027-01-05"],
    ["march third nineteen eighty", "1980-03-03"],
    ["March 3rd, 1980", "1980-03-03"],
    ["May 5 twenty twenty seven", "2027-05-05"],
    ["February 30", null],
    ["2026-02-31", null],
    ["Monday or Tuesday", null],
    ["may I ask why", null],
    ["99", null],
    ["soon", null],
  ]);
});

describe("times", () => {
  table(variableOf("time"), [
    ["half past two", "14:30"],
    ["2 pm", "14:00"],
    ["2pm", "14:00"],
    ["2 p.m.", "14:00"],
    ["two pm", "14:00"],
    ["14:30", "14:30"],
    ["2.30 pm", "14:30"],
    ["2:30", "14:30"],
    ["02:30", "02:30"],
    ["noon", "12:00"],
    ["at midnight", "00:00"],
    ["quarter to four", "15:45"],
    ["a quarter past nine", "09:15"],
    ["ten past two", "14:10"],
    ["twenty minutes to three", "14:40"],
    ["two thirty", "14:30"],
    ["nine fifteen in the morning", "09:15"],
    ["two oh five", "14:05"],
    ["nine o'clock", "09:00"],
    ["eight in the evening", "20:00"],
    ["10 at night", "22:00"],
    ["at 3", "15:00"],
    ["3", "15:00"],
    ["12 am", "00:00"],
    ["12 pm", "12:00"],
    ["November 3 at 2 pm", "14:00"],
    ["Tuesday the 24th at half past two", "14:30"],
    ["2 pm or 3 pm", null],
    ["25:00", null],
    ["whenever", null],
  ]);
});

describe("telephone numbers become E.164", () => {
  table(variableOf("phone"), [
    ["+1 212 555 0123", "+12125550123"],
    ["(212) 555-0123", "+12125550123"],
    ["2125550123", "+12125550123"],
    ["1-212-555-0123", "+12125550123"],
    ["two one two, five five five, oh one two three", "+12125550123"],
    ["it's 212 double five five 0123", "+12125550123"],
    ["plus four four two oh seven nine four six oh one two three", "+442079460123"],
    ["0044 20 7946 0123", "+442079460123"],
    ["+44 20 7946 0123", "+442079460123"],
    ["555 0123", null],
    ["1234567890123456789", null],
    ["020 7946 0123", null],
    ["later", null],
  ]);
});

describe("e-mail addresses", () => {
  table(variableOf("email"), [
    ["jane@example.test", "jane@example.test"],
    ["It's Jane.Doe+news@Example.TEST.", "jane.doe+news@example.test"],
    ["jane at example dot test", "jane@example.test"],
    ["my email is jane dot doe at example dot co dot uk, thanks", "jane.doe@example.co.uk"],
    ["j a n e at example.test", "jane@example.test"],
    ["jane underscore doe at example dot test", "jane_doe@example.test"],
    ["jane one two at example dot test", null],
    ["at home", null],
    ["jane@", null],
  ]);
});

describe("choices", () => {
  table(variableOf("choice", { choices: ["Basic", "Basic Plus", "Professional plan"] }), [
    ["basic", "Basic"],
    ["basic plus please", "Basic Plus"],
    ["the professional", "Professional plan"],
    ["the second one", "Basic Plus"],
    ["number two", "Basic Plus"],
    ["3", "Professional plan"],
    ["the last one", "Professional plan"],
    ["basic or professional plan", null],
    ["none", null],
    ["the seventh", null],
  ]);
});

describe("intents are heard at any time, and answers are not taken for them", () => {
  it.each([
    ["Can you repeat that?", "repeat"],
    ["Pardon?", "repeat"],
    ["Sorry, I didn't catch that", "repeat"],
    ["call me back tomorrow at 3", "callback"],
    ["Goodbye", "goodbye"],
    ["okay, bye", "goodbye"],
    ["just hang up", "goodbye"],
    ["no, that's all", "goodbye"],
    ["goodbye to my old plan", null],
    ["I want to hang up a picture", null],
    ["I have to go to the dentist", "yes"],
    ["I don't know", "unknown"],
    ["no, I won't give you that", "refusal"],
    ["I'm not telling you that", "refusal"],
    ["I'd rather not", "refusal"],
    ["I prefer not to say that", "refusal"],
    ["can we skip that one please", "refusal"],
    ["that's private", "refusal"],
    ["none of your business", "refusal"],
    ["nope, not going to share that", "refusal"],
    ["I'd rather come on Tuesday", "correction"],
    ["it's about my private insurance", null],
    ["I want to share feedback about a driver", null],
    ["Absolutely not.", "no"],
    ["most definitely not", "no"],
    ["of course not", "no"],
    ["yeah, no", "no"],
    ["okay, don't", "no"],
    ["ok, no problem", "yes"],
    ["of course", "yes"],
    ["no, the date is wrong", "correction"],
    ["actually it's Wednesday", "correction"],
    ["yes please", "yes"],
    ["no thanks", "no"],
    ["my account number is 1234", null],
    ["Tuesday", null],
    ["the bus stop on Main Street", null],
    ["", null],
  ])("%j: %j", (text, intent) => {
    expect(intentOf(text)).toBe(intent);
  });
});

describe("what was not asked for", () => {
  it("is believed only where it shows what it is", () => {
    const say = (variable: Asked, text: string) => volunteered(variable, text, NOW, [])?.value ?? null;
    expect(say(variableOf("date"), "1234, and I can come next Tuesday")).toBe("2026-11-24");
    expect(say(variableOf("date"), "the second one")).toBeNull();
    expect(say(variableOf("time"), "two of us at half past two")).toBe("14:30");
    expect(say(variableOf("time"), "my number is two thirty")).toBeNull();
    expect(say(variableOf("email"), "I am jane@example.test")).toBe("jane@example.test");
    expect(say(variableOf("choice", { choices: ["Basic", "Plus"] }), "1234 on the plus plan")).toBe("Plus");
    expect(say(variableOf("string"), "Jane")).toBeNull();
    expect(say(variableOf("boolean"), "yes")).toBeNull();
    expect(say(variableOf("number"), "5")).toBeNull();
  });

  it("gives way to what the same words already meant", () => {
    const text = "2125550123";
    expect(volunteered(variableOf("phone"), text, NOW, [{ start: 0, end: text.length }])).toBeNull();
  });
});

it("says where the value was said", () => {
  const text = "Sure, my account number is one two three four, please.";
  const match = understandAt(variableOf("string", { name: "account_number" }), text, NOW);
  expect(text.slice(match?.start, match?.end)).toBe("one two three four");
});
