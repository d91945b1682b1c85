package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A NumPy array.
final class Numpy implements Disguise {

  private static final Pattern DTYPE = Pattern.compile("'descr': *'([<>|=]?)([a-zA-Z])([0-9]*)'");
  private static final Pattern SHAPE = Pattern.compile("'shape': *(\\([0-9L, ]*\\))");

  @Override
  public Optional<Recognised> in(Sample sample) {
    if (!sample.startsWith("\u0093NUMPY")) {
      return Optional.empty();
    }
    String text = new String(sample.head(), StandardCharsets.ISO_8859_1);
    Matcher dtype = DTYPE.matcher(text);
    Matcher shape = SHAPE.matcher(text);
    List<Object> parts = new ArrayList<>();
    if (dtype.find()) {
      parts.add(Sentence.of("a NumPy .npy file of {0}", elements(dtype)));
      if (dtype.group(1).equals(">")) {
        parts.add(Sentence.of("the highest byte first"));
      }
    } else {
      parts.add(
          text.contains("'descr': [")
              ? Sentence.of("a NumPy .npy file of records")
              : Sentence.of("a NumPy .npy file"));
    }
    if (shape.find()) {
      parts.add(Sentence.of("shape {0}", Words.line(shape.group(1))));
    }
    if (text.contains("'fortran_order': True")) {
      parts.add(Sentence.of("column after column"));
    } else if (text.contains("'fortran_order': False")) {
      parts.add(Sentence.of("row after row"));
    }
    return Optional.of(new Recognised(Form.NUMPY, Sentence.joined(", ", parts)));
  }

  private static Object elements(Matcher dtype) {
    int byteCount =
        dtype.group(3).length() > 0 && dtype.group(3).length() < 5
            ? Integer.parseInt(dtype.group(3))
            : 0;
    return switch (dtype.group(2).charAt(0)) {
      case 'f' -> "float" + 8 * byteCount;
      case 'i' -> "int" + 8 * byteCount;
      case 'u' -> "uint" + 8 * byteCount;
      case 'c' -> "complex" + 8 * byteCount;
      case 'b' -> "bool";
      case 'U', 'S' -> Sentence.of("texts");
      case 'O' -> Sentence.of("Python objects, which are pickled");
      case 'V' -> Sentence.of("{0} raw {0#byte|bytes} each", byteCount);
      default -> Words.quoted(dtype.group(2) + dtype.group(3));
    };
  }
}
