/// Recognizes and decodes quantized weights, and finds faults in them.
///
/// Main types: [io.github.tensorloupe.quantization.Quantization] (the weights of a checkpoint),
/// [io.github.tensorloupe.quantization.QuantizedWeight] (one weight, with its logical tensor),
/// [io.github.tensorloupe.quantization.Scheme], [io.github.tensorloupe.quantization.Role].
///
/// A `SchemeRule` recognizes a scheme and creates a `Decoding`: `Codes` (the layout of the code
/// bits), a table of numbers, and a `Grid` of scales. `Dequantizer` computes the values. Supporting
/// a new scheme requires a new rule.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `json`, `foreign.gguf`.
package io.github.tensorloupe.quantization;
