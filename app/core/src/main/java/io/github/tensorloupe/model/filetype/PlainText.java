package io.github.tensorloupe.model.filetype;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

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
          : Optional.of(new Recognised(Form.TEXT, "a text file of white space"));
    }
    if (isBase64OfHeader(text)) {
      return Optional.of(
          new Recognised(Form.TEXT, "a safetensors file written as Base64 text; decode it first"));
    }
    String encoding = sample.isUtf16() ? " in UTF-16" : "";
    String first = text.lines().filter(line -> !line.isBlank()).findFirst().orElseThrow();
    return Optional.of(
        new Recognised(
            Form.TEXT,
            "a text file%s that begins with %s".formatted(encoding, Words.quoted(first))));
  }

  private static boolean isBase64OfHeader(String text) {
    if (!BASE64.matcher(text).matches()) {
      return false;
    }
    String start = text.replaceAll("[\\r\\n]", "").substring(0, DECODED_CHARACTERS);
    return Base64.getDecoder().decode(start)[BRACE] == '{';
  }
}
