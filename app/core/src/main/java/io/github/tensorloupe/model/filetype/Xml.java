package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// An XML text, most often the error message of a store of files.
final class Xml implements Disguise {

  private static final Pattern CODE = Pattern.compile("<Code>([^<]{1,200})<");
  private static final Pattern MESSAGE = Pattern.compile("<Message>([^<]{1,400})<");

  @Override
  public Optional<Recognised> in(Sample sample) {
    String text = sample.text().stripLeading();
    if (!text.startsWith("<?xml") && !text.startsWith("<Error")) {
      return Optional.empty();
    }
    List<Sentence> parts = new ArrayList<>();
    for (Pattern pattern : List.of(CODE, MESSAGE)) {
      Matcher found = pattern.matcher(text);
      if (found.find()) {
        parts.add(Words.quoted(found.group(1)));
      }
    }
    return Optional.of(
        new Recognised(
            Form.TEXT,
            parts.isEmpty()
                ? Sentence.of("an XML text")
                : Sentence.of("an XML message of a server: {0}", Sentence.joined(", ", parts))));
  }
}
