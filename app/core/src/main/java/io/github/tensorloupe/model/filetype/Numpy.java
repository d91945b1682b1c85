package io.github.tensorloupe.model.filetype;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    StringBuilder what = new StringBuilder("a NumPy .npy file");
    if (dtype.find()) {
      what.append(" of ").append(dtypeName(dtype));
    } else if (text.contains("'descr': [")) {
      what.append(" of records");
    }
    if (shape.find()) {
      what.append(", shape ").append(Words.quoted(shape.group(1)).replace("\"", ""));
    }
    if (text.contains("'fortran_order': True")) {
      what.append(", column after column");
    } else if (text.contains("'fortran_order': False")) {
      what.append(", row after row");
    }
    return Optional.of(new Recognised(Form.NUMPY, what.toString()));
  }

  private static String dtypeName(Matcher dtype) {
    String order = dtype.group(1).equals(">") ? ", the highest byte first" : "";
    int byteCount =
        dtype.group(3).length() > 0 && dtype.group(3).length() < 5
            ? Integer.parseInt(dtype.group(3))
            : 0;
    String name =
        switch (dtype.group(2).charAt(0)) {
          case 'f' -> "float" + 8 * byteCount;
          case 'i' -> "int" + 8 * byteCount;
          case 'u' -> "uint" + 8 * byteCount;
          case 'c' -> "complex" + 8 * byteCount;
          case 'b' -> "bool";
          case 'U', 'S' -> "texts";
          case 'O' -> "Python objects, which are pickled";
          case 'V' -> Words.counted(byteCount, "raw byte", "raw bytes") + " each";
          default -> Words.quoted(dtype.group(2) + dtype.group(3));
        };
    return name + order;
  }
}
