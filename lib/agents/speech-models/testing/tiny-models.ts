import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeOnnx, type OnnxConstant, type OnnxNode, type OnnxValue } from "./onnx";

// Models of a few hundred bytes that the runtime loads like real ones. They do not recognize words: they emit fixed
// tokens by the loudness of the sound, so that a test knows the transcript.

type Files = Record<string, Buffer | string>;

function writeModel(dir: string, name: string, files: Files): string {
  const folder = join(dir, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return folder;
}

const tokenList = (tokens: string[]) => tokens.map((token, id) => `${token} ${id}\n`).join("");

const NEVER = -999;
/** Rows of a table with `add` in the columns of each row. */
const table = (size: number, entries: [row: number, column: number, add: number][]): number[] => {
  const values = new Array<number>(size * size).fill(0);
  for (const [row, column, add] of entries) values[row * size + column] = add;
  return values;
};

/** Caches of a Zipformer with one layer of four dimensions. The graph returns them unchanged. */
const CACHES: OnnxValue[] = [
  ["cached_key", "float", [4, "N", 4]],
  ["cached_nonlin_attn", "float", [1, "N", 4, 3]],
  ["cached_val1", "float", [4, "N", 4]],
  ["cached_val2", "float", [4, "N", 4]],
  ["cached_conv1", "float", ["N", 4, 1]],
  ["cached_conv2", "float", ["N", 4, 1]],
  ["embed_states", "float", ["N", 128, 3, 19]],
  ["processed_lens", "int64", ["N"]],
];
const renamed = ([name, type, shape]: OnnxValue): OnnxValue => [`new_${name}`, type, shape];
const unchanged = ([name]: OnnxValue): OnnxNode => ["Identity", [name], [`new_${name}`]];

/** Frames of 10 ms that the encoder sees and that it consumes. */
const WINDOW = 16;
const CHUNK = 8;
/** The score of a word is `slope * energy + offset`, and the blank's is zero; silence has an energy near -16. */
const QUIET_WEIGHTS = { slope: 1, offset: 13 };
const LOUD_WEIGHTS = { slope: 2, offset: 14 };

/** A streaming Zipformer transducer: a quiet noise is "YES", a louder one later "PLEASE". */
export function writeStreamingZipformer(dir: string, name: string): string {
  const tokens = ["<blk>", "▁YES", "▁PLEASE", "<unk>"];
  const size = tokens.length;
  const encoder = encodeOnnx({
    metadata: {
      model_type: "zipformer2",
      encoder_dims: 4,
      query_head_dims: 4,
      value_head_dims: 4,
      num_heads: 1,
      num_encoder_layers: 1,
      cnn_module_kernels: 3,
      left_context_len: 4,
      T: WINDOW,
      decode_chunk_len: CHUNK,
    },
    inputs: [["x", "float", ["N", WINDOW, 80]], ...CACHES],
    outputs: [["encoder_out", "float", ["N", CHUNK, 1]], ...CACHES.map(renamed)],
    constants: [
      ["starts", "int64", [1], [0]],
      ["ends", "int64", [1], [CHUNK]],
      ["axes", "int64", [1], [1]],
    ],
    nodes: [
      ["Slice", ["x", "starts", "ends", "axes"], ["chunk"]],
      ["ReduceMean", ["chunk"], ["encoder_out"], { axes: [2], keepdims: 1 }],
      ...CACHES.map(unchanged),
    ],
  });
  const decoder = encodeOnnx({
    metadata: { vocab_size: size, context_size: 2 },
    inputs: [["y", "int64", ["N", 2]]],
    outputs: [["decoder_out", "float", ["N", size]]],
    constants: [
      ["last", "int64", [], [1]],
      [
        "table",
        "float",
        [size, size],
        table(size, [
          [1, 1, NEVER],
          [2, 1, NEVER],
          [2, 2, NEVER],
        ]),
      ],
    ],
    nodes: [
      ["Gather", ["y", "last"], ["token"], { axis: 1 }],
      ["Gather", ["table", "token"], ["decoder_out"], { axis: 0 }],
    ],
  });
  const joiner = encodeOnnx({
    inputs: [
      ["encoder_out", "float", ["N", 1]],
      ["decoder_out", "float", ["N", size]],
    ],
    outputs: [["logit", "float", ["N", size]]],
    constants: [
      ["weights", "float", [1, size], [0, QUIET_WEIGHTS.slope, LOUD_WEIGHTS.slope, 0]],
      ["bias", "float", [size], [0, QUIET_WEIGHTS.offset, LOUD_WEIGHTS.offset, NEVER]],
    ],
    nodes: [
      ["MatMul", ["encoder_out", "weights"], ["scaled"]],
      ["Add", ["scaled", "bias"], ["sound"]],
      ["Add", ["sound", "decoder_out"], ["logit"]],
    ],
  });
  return writeModel(dir, name, {
    "encoder-epoch-1-avg-1.onnx": encoder,
    "decoder-epoch-1-avg-1.onnx": decoder,
    "joiner-epoch-1-avg-1.onnx": joiner,
    "tokens.txt": tokenList(tokens),
  });
}

/** A NeMo transducer, like Parakeet: a quiet noise is "Yes", a louder one later "please". */
export function writeNemoTransducer(dir: string, name: string): string {
  const tokens = ["▁Yes", "▁please", "<unk>", "<blk>"];
  const size = tokens.length;
  const encoder = encodeOnnx({
    metadata: {
      model_type: "EncDecRNNTBPEModel",
      // Without the blank.
      vocab_size: size - 1,
      subsampling_factor: 1,
      normalize_type: "NA",
      pred_rnn_layers: 1,
      pred_hidden: 1,
    },
    inputs: [
      ["audio_signal", "float", ["N", 80, "T"]],
      ["length", "int64", ["N"]],
    ],
    outputs: [
      ["outputs", "float", ["N", 1, "T"]],
      ["encoded_lengths", "int64", ["N"]],
    ],
    nodes: [
      ["ReduceMean", ["audio_signal"], ["outputs"], { axes: [1], keepdims: 1 }],
      ["Identity", ["length"], ["encoded_lengths"]],
    ],
  });
  const decoder = encodeOnnx({
    inputs: [
      ["targets", "int32", ["N", 1]],
      ["target_length", "int32", ["N"]],
      ["states", "float", [1, "N", 1]],
      ["cells", "float", [1, "N", 1]],
    ],
    outputs: [
      ["decoder_outputs", "float", ["N", size, 1]],
      ["prednet_lengths", "int32", ["N"]],
      ["new_states", "float", [1, "N", 1]],
      ["new_cells", "float", [1, "N", 1]],
    ],
    constants: [
      [
        "table",
        "float",
        [size, size],
        table(size, [
          [0, 0, NEVER],
          [1, 0, NEVER],
          [1, 1, NEVER],
        ]),
      ],
    ],
    nodes: [
      ["Gather", ["table", "targets"], ["row"], { axis: 0 }],
      ["Transpose", ["row"], ["decoder_outputs"], { perm: [0, 2, 1] }],
      ["Identity", ["target_length"], ["prednet_lengths"]],
      ["Identity", ["states"], ["new_states"]],
      ["Identity", ["cells"], ["new_cells"]],
    ],
  });
  const joiner = encodeOnnx({
    inputs: [
      ["encoder_outputs", "float", ["N", 1, 1]],
      ["decoder_outputs", "float", ["N", size, 1]],
    ],
    outputs: [["logits", "float", ["N", 1, size]]],
    constants: [
      ["weights", "float", [1, size, 1], [QUIET_WEIGHTS.slope, LOUD_WEIGHTS.slope, 0, 0]],
      ["bias", "float", [1, size, 1], [QUIET_WEIGHTS.offset, LOUD_WEIGHTS.offset, NEVER, 0]],
    ],
    nodes: [
      ["Mul", ["encoder_outputs", "weights"], ["scaled"]],
      ["Add", ["scaled", "bias"], ["sound"]],
      ["Add", ["sound", "decoder_outputs"], ["column"]],
      ["Transpose", ["column"], ["logits"], { perm: [0, 2, 1] }],
    ],
  });
  return writeModel(dir, name, {
    "encoder.int8.onnx": encoder,
    "decoder.int8.onnx": decoder,
    "joiner.int8.onnx": joiner,
    "tokens.txt": tokenList(tokens),
  });
}

/** A Moonshine model: silence has no word, every louder sound is "Yes please". */
export function writeMoonshine(dir: string, name: string): string {
  const tokens = ["<unk>", "<s>", "</s>", "▁Yes", "▁please"];
  const size = tokens.length;
  const logits = (extra: OnnxNode[] = []): OnnxNode[] => [
    ["ReduceMean", ["encoder_out"], ["level"], { axes: [1], keepdims: 1 }],
    ["Mul", ["level", "weights"], ["sound"]],
    ["Gather", ["table", "token"], ["row"], { axis: 0 }],
    ["Add", ["sound", "row"], ["logits"]],
    ...extra,
  ];
  const constants = [
    ["weights", "float", [1, 1, size], [0, 0, 0, 1_000, 0]],
    [
      "table",
      "float",
      [size, size],
      table(size, [
        [1, 2, 1],
        [3, 3, NEVER],
        [3, 4, 999],
        [4, 3, NEVER],
        [4, 2, 999],
      ]),
    ],
  ] satisfies OnnxConstant[];
  const inputs: OnnxValue[] = [
    ["token", "int32", ["N", 1]],
    ["encoder_out", "float", ["N", "T", 1]],
    ["seq_len", "int32", ["N"]],
  ];
  return writeModel(dir, name, {
    "preprocess.onnx": encodeOnnx({
      inputs: [["audio", "float", ["N", "S"]]],
      outputs: [["features", "float", ["N", "S", 1]]],
      nodes: [
        ["Abs", ["audio"], ["loudness"]],
        ["Unsqueeze", ["loudness"], ["features"], { axes: [2] }],
      ],
    }),
    "encode.int8.onnx": encodeOnnx({
      inputs: [
        ["features", "float", ["N", "T", 1]],
        ["features_len", "int32", ["N"]],
      ],
      outputs: [["encoder_out", "float", ["N", "T", 1]]],
      nodes: [["Identity", ["features"], ["encoder_out"]]],
    }),
    "uncached_decode.int8.onnx": encodeOnnx({
      inputs,
      outputs: [
        ["logits", "float", ["N", 1, size]],
        ["state", "int32", ["N"]],
      ],
      constants,
      nodes: logits([["Identity", ["seq_len"], ["state"]]]),
    }),
    "cached_decode.int8.onnx": encodeOnnx({
      inputs: [...inputs, ["state", "int32", ["N"]]],
      outputs: [
        ["logits", "float", ["N", 1, size]],
        ["new_state", "int32", ["N"]],
      ],
      constants,
      nodes: logits([["Identity", ["state"], ["new_state"]]]),
    }),
    "tokens.txt": tokenList(tokens),
  });
}

/** A Whisper model of English and German. It says "hello" or "hallo" by the language that it is told. */
export function writeWhisper(dir: string, name: string): string {
  const id = {
    sot: 0,
    eot: 1,
    transcribe: 2,
    translate: 3,
    silent: 7,
    bare: 4,
    en: 5,
    de: 6,
    hello: 8,
    hallo: 9,
  };
  const size = 10;
  const ctx = 16;
  const encoder = encodeOnnx({
    metadata: {
      model_type: "whisper-tiny",
      n_mels: 80,
      n_text_layer: 1,
      n_text_ctx: ctx,
      n_text_state: 1,
      n_vocab: size,
      sot: id.sot,
      eot: id.eot,
      blank_id: id.silent,
      translate: id.translate,
      transcribe: id.transcribe,
      is_multilingual: 1,
      no_timestamps: id.bare,
      no_speech: id.silent,
      sot_sequence: [id.sot, id.en, id.transcribe].join(","),
      all_language_tokens: [id.en, id.de].join(","),
      all_language_codes: "en,de",
    },
    inputs: [["mel", "float", ["N", 80, "T"]]],
    outputs: [
      ["n_layer_cross_k", "float", [1, "N", 1, 1]],
      ["n_layer_cross_v", "float", [1, "N", 1, 1]],
    ],
    nodes: [
      ["ReduceMean", ["mel"], ["level"], { axes: [1, 2], keepdims: 1 }],
      ["Unsqueeze", ["level"], ["n_layer_cross_k"], { axes: [0] }],
      ["Identity", ["n_layer_cross_k"], ["n_layer_cross_v"]],
    ],
  });
  const cache = (prefix: string): OnnxValue[] => [
    [`${prefix}n_layer_self_k_cache`, "float", [1, "N", ctx, 1]],
    [`${prefix}n_layer_self_v_cache`, "float", [1, "N", ctx, 1]],
  ];
  const decoder = encodeOnnx({
    inputs: [
      ["tokens", "int64", ["N", "L"]],
      ...cache("in_"),
      ["n_layer_cross_k", "float", [1, "N", 1, 1]],
      ["n_layer_cross_v", "float", [1, "N", 1, 1]],
      ["offset", "int64", [1]],
    ],
    outputs: [["logits", "float", ["N", "L", size]], ...cache("out_")],
    constants: [
      ["axis", "int32", [], [1]],
      [
        "table",
        "float",
        [size, size],
        table(size, [
          [id.sot, id.de, 1],
          [id.en, id.hello, 9],
          [id.de, id.hallo, 9],
          [id.hello, id.eot, 9],
          [id.hallo, id.eot, 9],
        ]),
      ],
    ],
    nodes: [
      ["Gather", ["table", "tokens"], ["rows"], { axis: 0 }],
      ["CumSum", ["rows", "axis"], ["logits"]],
      ["Identity", ["in_n_layer_self_k_cache"], ["out_n_layer_self_k_cache"]],
      ["Identity", ["in_n_layer_self_v_cache"], ["out_n_layer_self_v_cache"]],
    ],
  });
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  return writeModel(dir, name, {
    "tiny-encoder.int8.onnx": encoder,
    "tiny-decoder.int8.onnx": decoder,
    "tiny-tokens.txt": `${base64(" hello")} ${id.hello}\n${base64(" hallo")} ${id.hallo}\n`,
  });
}

/** A folder like a streaming Zipformer whose encoder lacks what the runtime demands: loading it ends the process. */
export function writeAbortingModel(dir: string, name: string): string {
  const folder = writeStreamingZipformer(dir, name);
  const encoder = encodeOnnx({
    metadata: { model_type: "zipformer2", decode_chunk_len: CHUNK },
    inputs: [["x", "float", ["N", WINDOW, 80]]],
    outputs: [["encoder_out", "float", ["N", WINDOW, 80]]],
    nodes: [["Identity", ["x"], ["encoder_out"]]],
  });
  writeFileSync(join(folder, "encoder-epoch-1-avg-1.onnx"), encoder);
  return folder;
}
