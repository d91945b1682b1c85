package io.github.tensorloupe.model.filetype;

import module java.base;

/// All kinds of files that are known, in the order in which they are asked.
public final class Disguises {

  private static final List<Disguise> CERTAIN = List.of(new Numpy(), new Gguf());

  private static final List<Disguise> BINARY =
      List.of(new Zip(), new Pickle(), new Magic(), new Zeros(), new Shifted());

  private static final List<Disguise> TEXT =
      List.of(new Html(), new Json(), new Xml(), new PlainText());

  private Disguises() {}

  /// A kind whose beginning no header length of a file that loads can have. Asked first, because
  /// further bytes of these kinds may look like the brace of a header.
  public static Optional<Recognised> certain(Sample sample) throws IOException {
    return firstOf(CERTAIN, sample);
  }

  /// Any other kind; asked about files that do not look like safetensors.
  public static Optional<Recognised> other(Sample sample) throws IOException {
    return firstOf(sample.text().isEmpty() ? BINARY : TEXT, sample);
  }

  private static Optional<Recognised> firstOf(List<Disguise> disguises, Sample sample)
      throws IOException {
    for (Disguise disguise : disguises) {
      Optional<Recognised> found = disguise.in(sample);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
