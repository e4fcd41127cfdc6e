/**
 * G.711: eight bits a sample at 8 kHz, as carriers send them. Tables, as a call decodes and encodes 8,000 a second.
 * Source: ITU-T G.711, tables 1 and 2, and the segment arithmetic of its Recommendation G.191 (STL).
 */
const BIAS = 0x84;
/** The largest magnitude that µ-law can say. */
const CLIP = 32_635;
const CODES = 256;
/** 16-bit samples, by their two's complement. */
const SAMPLES = 65_536;

function ulawSample(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7);
  return bits & 0x80 ? BIAS - magnitude : magnitude - BIAS;
}

function ulawCode(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
  // The place of the highest bit over the seventh, which the bias has set at least.
  const exponent = 24 - Math.clz32(magnitude);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}

function alawSample(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

function alawCode(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  // Twelve bits of magnitude; there is no negative zero.
  const magnitude = (sample < 0 ? ~sample : sample) >> 4;
  const exponent = Math.max(0, 28 - Math.clz32(magnitude));
  const mantissa = exponent === 0 ? magnitude : (magnitude >> (exponent - 1)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

export type Companding = {
  /** `into`, if given, must have room for all samples. A caller that needs them only briefly reuses it. */
  decode(codes: Uint8Array, into?: Int16Array): Int16Array;
  encode(samples: Int16Array): Uint8Array;
};

function companding(sampleOf: (code: number) => number, codeOf: (sample: number) => number): Companding {
  const samples = Int16Array.from({ length: CODES }, (_, code) => sampleOf(code));
  const codes = Uint8Array.from({ length: SAMPLES }, (_, bits) => codeOf((bits << 16) >> 16));
  return {
    decode(input, into = new Int16Array(input.length)) {
      for (let i = 0; i < input.length; i++) into[i] = samples[input[i] as number] as number;
      return into;
    },
    encode(input) {
      const output = new Uint8Array(input.length);
      for (let i = 0; i < input.length; i++) output[i] = codes[(input[i] as number) & 0xffff] as number;
      return output;
    },
  };
}

/** North America and Japan: PCMU. */
export const ulaw = companding(ulawSample, ulawCode);
/** The rest of the world: PCMA. */
export const alaw = companding(alawSample, alawCode);
