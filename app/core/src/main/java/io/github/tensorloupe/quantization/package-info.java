/// Quantized weights: recognizes and decodes them, and finds faults.
///
/// Main types: [io.github.tensorloupe.quantization.Quantization] (the weights of a checkpoint),
/// [io.github.tensorloupe.quantization.QuantizedWeight] (one weight, with its logical tensor),
/// [io.github.tensorloupe.quantization.Scheme], [io.github.tensorloupe.quantization.Role],
/// [io.github.tensorloupe.quantization.CodeUsage].
///
/// A `SchemeRule` recognizes a scheme and returns a `Decoding`: `Codes` (the layout of code bits),
/// a table of numbers, and a `Grid` of scales. `Dequantizer` computes the values. A new scheme
/// needs a new rule.
///
/// May use: `text`, `format`, `work`, `element`, `model`.
package io.github.tensorloupe.quantization;
