/// Quantized weights: which tensors belong together, the values that a model computes with, and
/// what is silently broken.
///
/// Main types: [io.github.tensorloupe.quantization.Quantization] (all weights of a checkpoint),
/// [io.github.tensorloupe.quantization.QuantizedWeight] (one, with its logical tensor),
/// [io.github.tensorloupe.quantization.Scheme], [io.github.tensorloupe.quantization.Role],
/// [io.github.tensorloupe.quantization.CodeUsage].
///
/// A scheme is recognized by a `SchemeRule`, which describes how its values come about in a
/// `Decoding`: `Codes` (where the bits of a code are), a table of the numbers that codes stand for,
/// and a `Grid` of scales. `Dequantizer` computes values of any of them. A new scheme is a new
/// rule.
///
/// May use: `text`, `format`, `work`, `element`, `model`.
package io.github.tensorloupe.quantization;
