package io.github.tensorloupe.desktop.control.copy;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;

/// The copy items for a tensor, the same in all panes.
public final class TensorCopies {

  private TensorCopies() {}

  /// Adds the items to a menu.
  ///
  /// @param tensor supplies the tensor; the items are disabled while it is empty
  public static CopyMenu addTo(CopyMenu menu, Supplier<Optional<TensorRef>> tensor) {
    return menu.copies("copy.tensor.name", text(tensor, each -> each.info().name()))
        .copies("copy.tensor.row", text(tensor, TensorCopies::row))
        .copies("copy.tensor.shape", text(tensor, TensorCopies::shape))
        .copies("copy.tensor.json", text(tensor, TensorCopies::json))
        .copies("copy.tensor.command", text(tensor, TensorCopies::command))
        .copies("copy.tensor.python", text(tensor, TensorCopies::python));
  }

  private static Supplier<String> text(
      Supplier<Optional<TensorRef>> tensor, Function<TensorRef, String> text) {
    return () -> tensor.get().map(text).orElse("");
  }

  /// Returns name, dtype, shape and number of bytes, separated by tabs.
  static String row(TensorRef tensor) {
    TensorInfo info = tensor.info();
    String bytes = Long.toUnsignedString(info.byteCount());
    return "%s\t%s\t%s\t%s".formatted(info.name(), info.dtype(), shape(tensor), bytes);
  }

  static String shape(TensorRef tensor) {
    Shape shape = tensor.info().shape();
    return IntStream.range(0, shape.rank())
        .mapToObj(axis -> Long.toUnsignedString(shape.dimension(axis)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /// Returns the JSON object that the command line prints.
  static String json(TensorRef tensor) {
    TensorInfo info = tensor.info();
    String begin = Long.toUnsignedString(info.begin());
    String end = Long.toUnsignedString(info.end());
    return "{\"name\":%s,\"dtype\":\"%s\",\"shape\":%s,\"begin\":%s,\"end\":%s}"
        .formatted(QuotedText.json(info.name()), info.dtype(), shape(tensor), begin, end);
  }

  /// Returns the command that prints the statistics of the tensor.
  static String command(TensorRef tensor) {
    return "tensorloupe stats %s --tensor %s"
        .formatted(
            QuotedText.shell(tensor.file().path().toAbsolutePath().normalize().toString()),
            QuotedText.shell(tensor.info().name()));
  }

  static String python(TensorRef tensor) {
    return """
    from safetensors import safe_open

    with safe_open(%s, framework="pt") as file:
        tensor = file.get_tensor(%s)
    """
        .formatted(
            QuotedText.json(tensor.file().path().toAbsolutePath().normalize().toString()),
            QuotedText.json(tensor.info().name()));
  }
}
