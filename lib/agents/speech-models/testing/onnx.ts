import { Buffer } from "node:buffer";

/** Element types of tensors (onnx.proto3, TensorProto.DataType). */
const ELEMENT_TYPE = { float: 1, int32: 6, int64: 7 } as const;
type ElementType = keyof typeof ELEMENT_TYPE;

/** Attribute types that the small graphs need (onnx.proto3, AttributeProto.AttributeType). */
const INT_ATTRIBUTE = 2;
const INTS_ATTRIBUTE = 7;
/** Versions that every runtime of 2021 or later reads. */
const IR_VERSION = 7;
const OPERATOR_SET = 12;

export type OnnxValue = [name: string, type: ElementType, shape: (number | string)[]];
export type OnnxNode = [
  operator: string,
  inputs: string[],
  outputs: string[],
  attributes?: Record<string, number | number[]>,
];
export type OnnxConstant = [name: string, type: ElementType, shape: number[], values: number[]];
export type OnnxGraph = {
  inputs: OnnxValue[];
  outputs: OnnxValue[];
  nodes: OnnxNode[];
  constants?: OnnxConstant[];
  metadata?: Record<string, string | number>;
};

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let remaining = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(remaining & 127n);
    remaining >>= 7n;
    bytes.push(remaining === 0n ? low : low | 128);
  } while (remaining !== 0n);
  return Buffer.from(bytes);
}

const intField = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)]);
const bytesField = (field: number, value: Buffer | string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
};
const messageField = (field: number, ...parts: Buffer[]) => bytesField(field, Buffer.concat(parts));

function attribute(name: string, value: number | number[]): Buffer {
  const parts = Array.isArray(value)
    ? [...value.map((item) => intField(8, item)), intField(20, INTS_ATTRIBUTE)]
    : [intField(3, value), intField(20, INT_ATTRIBUTE)];
  return messageField(5, bytesField(1, name), ...parts);
}

function value(field: number, [name, type, shape]: OnnxValue): Buffer {
  const dimensions = shape.map((size) =>
    messageField(1, typeof size === "number" ? intField(1, size) : bytesField(2, size)),
  );
  const tensor = messageField(1, intField(1, ELEMENT_TYPE[type]), messageField(2, ...dimensions));
  return messageField(field, bytesField(1, name), messageField(2, tensor));
}

function rawData(type: ElementType, values: number[]): Buffer {
  if (type === "float") return Buffer.from(new Float32Array(values).buffer);
  if (type === "int32") return Buffer.from(new Int32Array(values).buffer);
  return Buffer.from(new BigInt64Array(values.map(BigInt)).buffer);
}

const constant = ([name, type, shape, values]: OnnxConstant) =>
  messageField(
    5,
    ...shape.map((size) => intField(1, size)),
    intField(2, ELEMENT_TYPE[type]),
    bytesField(8, name),
    bytesField(9, rawData(type, values)),
  );

const node = ([operator, inputs, outputs, attributes = {}]: OnnxNode) =>
  messageField(
    1,
    ...inputs.map((name) => bytesField(1, name)),
    ...outputs.map((name) => bytesField(2, name)),
    bytesField(4, operator),
    ...Object.entries(attributes).map(([name, setting]) => attribute(name, setting)),
  );

/** Writes a graph as an ONNX file, field by field of onnx.proto3. */
export function encodeOnnx({ inputs, outputs, nodes, constants = [], metadata = {} }: OnnxGraph): Buffer {
  const graph = messageField(
    7,
    ...nodes.map(node),
    bytesField(2, "graph"),
    ...constants.map(constant),
    ...inputs.map((input) => value(11, input)),
    ...outputs.map((output) => value(12, output)),
  );
  return Buffer.concat([
    intField(1, IR_VERSION),
    graph,
    messageField(8, bytesField(1, ""), intField(2, OPERATOR_SET)),
    ...Object.entries(metadata).map(([key, text]) =>
      messageField(14, bytesField(1, key), bytesField(2, String(text))),
    ),
  ]);
}
