package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A zip archive, which is what PyTorch, NumPy and Keras make too.
final class Zip implements Disguise {

  /// Archives that are known by a file in them; the first that fits counts.
  private enum Content {
    TORCH_SCRIPT(
        Sentence.of("a PyTorch program (TorchScript)"), name -> name.endsWith("/constants.pkl")),
    TORCH(
        Sentence.of("a PyTorch checkpoint (.pt, .pth, .bin or .ckpt)"),
        name -> name.equals("data.pkl") || name.endsWith("/data.pkl")),
    SAFETENSORS(
        Sentence.of("with safetensors files inside: unpack it"),
        name -> name.endsWith(".safetensors")),
    KERAS(Sentence.of("a Keras model (.keras)"), name -> name.equals("model.weights.h5")),
    NUMPY(Sentence.of("a NumPy archive (.npz)"), name -> name.endsWith(".npy")),
    OFFICE(Sentence.of("an office document"), name -> name.equals("[Content_Types].xml"));

    private final Sentence words;
    private final Predicate<String> mark;

    Content(Sentence words, Predicate<String> mark) {
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
    return isZip ? Optional.of(new Recognised(Form.ZIP, what(sample))) : Optional.empty();
  }

  private static Sentence what(Sample sample) throws IOException {
    Optional<ZipDirectory> found = ZipDirectory.of(sample);
    if (found.isEmpty()) {
      return Sentence.of(
          "a zip archive whose end is missing, so that it cannot be unpacked either");
    }
    ZipDirectory directory = found.get();
    Sentence archive = Sentence.of("a zip archive");
    if (directory.names().isEmpty()) {
      return directory.entryCount() == 0 ? Sentence.of("a zip archive without any file") : archive;
    }
    Sentence kind =
        Content.of(directory.names())
            .map(known -> Sentence.joined(", ", List.of(archive, known.words)))
            .orElse(archive);
    return Sentence.of(
        "{0}; its {1} {1#file|files}: {2}",
        kind, directory.entryCount(), Words.first(directory.names()));
  }
}
