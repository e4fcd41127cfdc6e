import { describe, expect, it } from "vitest";
import { computeDigest, parseDigestParameters, quote, splitUnquoted } from "./digest";
import { answerChallenge } from "./digest-client";
import { DigestServer } from "./digest-server";
import type { SipMessage } from "./message";

const ACCOUNT = { username: "parley", password: "secret" };
const REQUEST = { method: "INVITE", uri: "sip:+12125550100@example.org" };
const NOW = Date.UTC(2026, 0, 1);

const challengeOf = (lines: readonly string[], status = 401): SipMessage => ({
  startLine: `SIP/2.0 ${status} Unauthorized`,
  headers: lines.map((line) => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 2),
  ]),
  body: "",
});

function authorize(lines: readonly string[], account = ACCOUNT): string {
  const line = answerChallenge(challengeOf(lines), REQUEST, account);
  if (!line) throw new Error("The challenge was not answered.");
  return line.slice("Authorization: ".length);
}

describe("computeDigest", () => {
  const vector = {
    ...{ username: "Mufasa", realm: "http-auth@example.org", password: "Circle of Life" },
    ...{ method: "GET", uri: "/dir/index.html", nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v" },
    qop: { cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", nc: "00000001" },
  };
  it("computes the vectors of RFC 7616", () => {
    expect(computeDigest({ ...vector, algorithm: "SHA-256" })).toBe(
      "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
    );
    expect(computeDigest({ ...vector, algorithm: "MD5" })).toBe("8ca523f5e9506fed4657c9700eebdbec");
  });
  it("computes the vectors of RFC 2617, with and without qop", () => {
    const input = {
      ...vector,
      algorithm: "MD5" as const,
      ...{ realm: "testrealm@host.com", password: "Circle Of Life" },
      nonce: "dcd98b7102dd2f0e8b11d0f600bfb0c093",
    };
    expect(computeDigest({ ...input, qop: { cnonce: "0a4f113b", nc: "00000001" } })).toBe(
      "6629fae49393a05397450978507c4ef1",
    );
    expect(computeDigest({ ...input, qop: null })).toBe("670fd8c2df070c60b045671b8b24ff02");
  });
});

describe("answerChallenge", () => {
  it("prefers SHA-256 to MD5", () => {
    const lines = new DigestServer("parley").createChallenges(NOW, false, ["MD5", "SHA-256"]);
    expect(parseDigestParameters(authorize(lines))?.get("algorithm")).toBe("SHA-256");
  });
  it("answers a proxy's challenge with Proxy-Authorization", () => {
    const response = challengeOf(['Proxy-Authenticate: Digest realm="a", nonce="b"'], 407);
    expect(answerChallenge(response, REQUEST, ACCOUNT)).toMatch(/^Proxy-Authorization: Digest /);
  });
  it.each([
    ["Basic", 'WWW-Authenticate: Basic realm="a"'],
    ["auth-int alone", 'WWW-Authenticate: Digest realm="a", nonce="b", qop="auth-int"'],
    ["another algorithm", 'WWW-Authenticate: Digest realm="a", nonce="b", algorithm=SHA-512-256'],
    ["no nonce", 'WWW-Authenticate: Digest realm="a"'],
  ])("does not answer %s", (_name, line) => {
    expect(answerChallenge(challengeOf([line]), REQUEST, ACCOUNT)).toBeNull();
  });
  it("cannot be used to add a header", () => {
    const account = { username: 'a"\r\nX-Injected: 1', password: "b" };
    const line = answerChallenge(
      challengeOf(['WWW-Authenticate: Digest realm="a", nonce="b"']),
      REQUEST,
      account,
    );
    expect(line).toContain('username="a\\"X-Injected: 1"');
    expect(line).not.toMatch(/[\r\n]/);
  });
});

describe("DigestServer", () => {
  const server = new DigestServer("parley");
  const challenges = (algorithm: "MD5" | "SHA-256" = "SHA-256") =>
    server.createChallenges(NOW, false, [algorithm]);

  it.each(["MD5", "SHA-256"] as const)("accepts the account with %s", (algorithm) => {
    expect(server.verify(authorize(challenges(algorithm)), REQUEST, ACCOUNT, NOW)).toBe("valid");
  });
  it("refuses a wrong password, username, method, and text", () => {
    const wrong = { ...ACCOUNT, password: "guess" };
    expect(server.verify(authorize(challenges(), wrong), REQUEST, ACCOUNT, NOW)).toBe("invalid");
    const stranger = { ...ACCOUNT, username: "other" };
    expect(server.verify(authorize(challenges(), stranger), REQUEST, ACCOUNT, NOW)).toBe("invalid");
    expect(server.verify(authorize(challenges()), { ...REQUEST, method: "BYE" }, ACCOUNT, NOW)).toBe(
      "invalid",
    );
    for (const text of [null, "", "Digest", 'Digest username="parley"', "Basic YTpi"])
      expect(server.verify(text, REQUEST, ACCOUNT, NOW)).toBe("invalid");
  });
  it("refuses an algorithm that it did not offer", () => {
    const account = { ...ACCOUNT, algorithms: ["SHA-256"] as const };
    expect(server.verify(authorize(challenges("MD5")), REQUEST, account, NOW)).toBe("invalid");
  });
  it("calls a replayed count, an old nonce, and the nonce of another server stale", () => {
    const value = authorize(challenges());
    expect(server.verify(value, REQUEST, ACCOUNT, NOW)).toBe("valid");
    expect(server.verify(value, REQUEST, ACCOUNT, NOW)).toBe("stale");
    expect(server.verify(authorize(challenges()), REQUEST, ACCOUNT, NOW + 300_001)).toBe("stale");
    const foreign = new DigestServer("parley").createChallenges(NOW, false);
    expect(server.verify(authorize(foreign), REQUEST, ACCOUNT, NOW)).toBe("stale");
  });
  it("tells the client that a nonce is stale", () => {
    expect(server.createChallenges(NOW, true)).toEqual([
      expect.stringMatching(/SHA-256.*stale=true/),
      expect.stringMatching(/MD5.*stale=true/),
    ]);
  });
  it("accepts each nonce once also when more are in use than it remembers", () => {
    const small = new DigestServer("parley");
    const first = authorize(small.createChallenges(NOW, false));
    expect(small.verify(first, REQUEST, ACCOUNT, NOW)).toBe("valid");
    for (let count = 0; count < 10_001; count++) {
      const value = authorize(small.createChallenges(NOW + 1, false, ["MD5"]));
      small.verify(value, REQUEST, ACCOUNT, NOW + 1);
    }
    expect(small.verify(first, REQUEST, ACCOUNT, NOW + 2)).toBe("stale");
  });
});

describe("parameters", () => {
  it("reads quoted commas and escapes", () => {
    expect(splitUnquoted('a="1,2", b=3,, c="\\"",d')).toEqual(['a="1,2"', "b=3", 'c="\\""', "d"]);
    expect(parseDigestParameters('Digest A="x\\"y", b=z')).toEqual(
      new Map([
        ["a", 'x"y'],
        ["b", "z"],
      ]),
    );
    expect(quote('a"\\\u0000')).toBe('"a\\"\\\\"');
  });
});
