package io.github.tensorloupe.desktop.instance;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;

import io.github.tensorloupe.storage.Folders;

/// The address of the running program of a person on a display.
///
/// @param socket the Unix domain socket it listens at
/// @param lock the file it holds locked as long as it runs
public record InstancePlace(Path socket, Path lock) {

  /// The most bytes that the name of a socket may have, the zero behind it not counted; macOS
  /// allows the fewest.
  static final int MAX_SOCKET_BYTES = 103;

  private static final String NAME = "tensorloupe";

  /// The place for this person and this display.
  ///
  /// @param environment variables that name the display and the folder of the session
  /// @param properties `user.name` and those that [Folders] asks
  /// @return empty where there is no folder for it that only this person can use, or where all of
  ///   them have names that are too long for a socket
  public static Optional<InstancePlace> of(Map<String, String> environment, Properties properties) {
    String name = "instance-" + key(environment, properties);
    return Stream.<Supplier<Optional<Path>>>of(
            () -> runtimeFolder(environment),
            () -> new Folders(environment, properties).cache(),
            () -> new Folders(Map.of(), properties).cache())
        .flatMap(folder -> folder.get().stream())
        .map(folder -> in(folder, name))
        .filter(place -> place.socket.toString().getBytes(UTF_8).length <= MAX_SOCKET_BYTES)
        .findFirst();
  }

  static InstancePlace in(Path folder, String name) {
    return new InstancePlace(folder.resolve(name + ".socket"), folder.resolve(name + ".lock"));
  }

  /// The folder that ends with the session of the person, and that nobody else can read.
  private static Optional<Path> runtimeFolder(Map<String, String> environment) {
    try {
      Path runtime = Path.of(environment.getOrDefault("XDG_RUNTIME_DIR", ""));
      if (!runtime.isAbsolute() || !Files.isDirectory(runtime)) {
        return Optional.empty();
      }
      Path folder = runtime.resolve(NAME);
      boolean isNew = Files.notExists(folder);
      Folders.create(folder);
      // Another owner could listen there in place of the program.
      if (Folders.isOwn(folder) && Files.getOwner(folder).equals(Files.getOwner(runtime))) {
        return Optional.of(folder);
      }
      if (isNew) {
        // The superuser would lock out the person whose session this is.
        Files.delete(folder);
      }
      return Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// Another person, and another display of the same person, have another key.
  private static String key(Map<String, String> environment, Properties properties) {
    String text = properties.getProperty("user.name", "") + "\n" + display(environment);
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(UTF_8));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /// The X server, where there is one, since that is what windows are shown on; else the Wayland
  /// compositor, or the session of a Windows server. The number of the screen does not matter.
  private static String display(Map<String, String> environment) {
    for (String variable : new String[] {"DISPLAY", "WAYLAND_DISPLAY", "SESSIONNAME"}) {
      String value = environment.getOrDefault(variable, "");
      if (!value.isEmpty()) {
        return variable + "=" + value.replaceFirst("(:\\d+)\\.\\d+$", "$1");
      }
    }
    return "";
  }
}
