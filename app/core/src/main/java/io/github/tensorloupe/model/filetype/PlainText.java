package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Any text. Asked last among the texts.
final class PlainText implements Disguise {

  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/\\r\\n]{64,}+[=\\r\\n]*");
  private static final int DECODED_CHARACTERS = 16;
  private static final int BRACE = 8;

  @Override
  public Optional<Recognised> in(Sample sample) {
    String text = sample.text();
    if (text.isBlank()) {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(new Recognised(Form.TEXT, Sentence.of("a text file of white space")));
    }
    if (isBase64OfHeader(text)) {
      return Optional.of(
          new Recognised(
              Form.TEXT,
              Sentence.of("a safetensors file written as Base64 text; decode it first")));
    }
    String first = text.lines().filter(line -> !line.isBlank()).findFirst().orElseThrow();
    return Optional.of(
        new Recognised(
            Form.TEXT,
            sample.isUtf16()
                ? Sentence.of("a text file in UTF-16 that begins with {0}", Words.quoted(first))
                : Sentence.of("a text file that begins with {0}", Words.quoted(first))));
  }

  private static boolean isBase64OfHeader(String text) {
    if (!BASE64.matcher(text).matches()) {
      return false;
    }
    String start = text.replaceAll("[\\r\\n]", "").substring(0, DECODED_CHARACTERS);
    return Base64.getDecoder().decode(start)[BRACE] == '{';
  }
}
