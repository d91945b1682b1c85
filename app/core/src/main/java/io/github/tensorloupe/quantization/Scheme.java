package io.github.tensorloupe.quantization;

import io.github.tensorloupe.text.Spelled;

/// The storage scheme of a quantized weight.
public enum Scheme implements Spelled {
  FP8("FP8", "FP8"),
  FP8_BLOCK("FP8 (blocks)", "FP8"),
  INT8("INT8", "INT8"),
  MXFP8("MXFP8", "MXFP8"),
  MXFP4("MXFP4", "MXFP4"),
  NVFP4("NVFP4", "NVFP4"),
  CT_PACK("compressed-tensors"),
  GPTQ("GPTQ"),
  AWQ("AWQ"),
  AWQ_GEMV("AWQ (GEMV)"),
  BNB_NF4("bitsandbytes NF4", "NF4"),
  BNB_FP4("bitsandbytes FP4", "FP4"),
  BNB_INT8("bitsandbytes LLM.int8()", "INT8"),
  MLX("MLX"),
  MLX_MXFP4("MLX MXFP4", "MXFP4"),
  MLX_NVFP4("MLX NVFP4", "NVFP4"),
  MLX_MXFP8("MLX MXFP8", "MXFP8"),
  HQQ("HQQ"),
  QUANTO("optimum-quanto"),
  TORCHAO("torchao"),
  GGUF("GGUF"),
  SVDQUANT("SVDQuant"),
  EXL2("EXL2"),
  EXL3("EXL3"),
  AQLM("AQLM"),
  VPTQ("VPTQ"),
  QUIP("QuIP#"),
  /// Blocks of GGUF files whose codes select vectors, or that only hold intermediate results.
  GGUF_UNDECODED("GGUF"),
  /// A layer of ComfyUI whose declared format is not supported.
  COMFY("ComfyUI");

  private final String label;
  private final String codeWord;

  Scheme(String label) {
    this(label, "");
  }

  Scheme(String label, String codeWord) {
    this.label = label;
    this.codeWord = codeWord;
  }

  /// Returns the displayed name, the same in all languages.
  public String label() {
    return label;
  }

  /// Returns false if the values of this scheme are never computed.
  public boolean isDecoded() {
    return compareTo(SVDQUANT) < 0;
  }

  /// Returns the name of the code format, or an empty string for integers.
  public String codeWord() {
    return codeWord;
  }
}
