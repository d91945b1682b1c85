package io.github.tensorloupe.model.filetype;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A zip archive, which is what PyTorch, NumPy and Keras make too.
final class Zip implements Disguise {

  /// Archives that are known by a file in them; the first that fits counts.
  private enum Content {
    TORCH_SCRIPT("a PyTorch program (TorchScript)", name -> name.endsWith("/constants.pkl")),
    TORCH(
        "a PyTorch checkpoint (.pt, .pth, .bin or .ckpt)",
        name -> name.equals("data.pkl") || name.endsWith("/data.pkl")),
    SAFETENSORS("with safetensors files inside: unpack it", name -> name.endsWith(".safetensors")),
    KERAS("a Keras model (.keras)", name -> name.equals("model.weights.h5")),
    NUMPY("a NumPy archive (.npz)", name -> name.endsWith(".npy")),
    OFFICE("an office document", name -> name.equals("[Content_Types].xml"));

    private final String words;
    private final Predicate<String> mark;

    Content(String words, Predicate<String> mark) {
      this.words = words;
      this.mark = mark;
    }

    static Optional<Content> of(List<String> names) {
      return List.of(values()).stream()
          .filter(content -> names.stream().anyMatch(content.mark))
          .findFirst();
    }
  }

  @Override
  public Optional<Recognised> in(Sample sample) throws IOException {
    boolean isZip = sample.startsWith("PK\u0003\u0004") || sample.startsWith("PK\u0005\u0006");
    return isZip
        ? Optional.of(new Recognised(Form.ZIP, "a zip archive" + particulars(sample)))
        : Optional.empty();
  }

  private static String particulars(Sample sample) throws IOException {
    Optional<ZipDirectory> found = ZipDirectory.of(sample);
    if (found.isEmpty()) {
      return " whose end is missing, so that it cannot be unpacked either";
    }
    ZipDirectory directory = found.get();
    if (directory.names().isEmpty()) {
      return directory.entryCount() == 0 ? " without any file" : "";
    }
    String files = Words.counted(directory.entryCount(), "file", "files");
    String content = Content.of(directory.names()).map(known -> ", " + known.words).orElse("");
    return "%s; its %s: %s".formatted(content, files, Words.first(directory.names()));
  }
}
