package io.github.tensorloupe.desktop.pane.help;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Where the guide with pictures lies that is shipped with the program.
public final class WrittenGuide {

  private static final String FIRST_PAGE = "README.md";

  private WrittenGuide() {}

  /// Its first page, beside the program that runs; empty where it is not there. Asks the disk.
  public static Optional<Path> ofThisProgram() {
    return beside(Path.of(System.getProperty("java.home", "")));
  }

  /// The first page beside an image whose runtime is `IMAGE/lib/runtime`: in its own folder `doc`,
  /// or, where the image lies in `PREFIX/lib`, in `PREFIX/share/doc`.
  ///
  /// @param runtime the folder of the runtime
  static Optional<Path> beside(Path runtime) {
    Path image = runtime.toAbsolutePath().normalize().resolve("../..").normalize();
    return Stream.of(image.resolve("doc"), image.resolve("../../share/doc/tensorloupe").normalize())
        .map(folder -> folder.resolve(FIRST_PAGE))
        .filter(Files::isRegularFile)
        .findFirst();
  }
}
