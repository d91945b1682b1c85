package io.github.tensorloupe.desktop.instance;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;

import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.storage.Folders;

/// The socket and lock file of a user's running program on a display.
///
/// @param socket the Unix domain socket on which the program listens
/// @param lock the file that the program keeps locked
public record InstancePlace(Path socket, Path lock) {

  /// Maximum length of a socket path in bytes, without the final zero. macOS has the lowest limit.
  static final int MAX_SOCKET_BYTES = 103;

  private static final String NAME = "tensorloupe";

  /// Returns the socket and lock file for the current user and display.
  ///
  /// @param environment variables that name the display and the folder of the session
  /// @param properties `user.name` and the properties used by [Folders]
  /// @return empty if no folder is private to the user, or if all paths are too long for a socket
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

  /// The private folder that the system deletes at the end of the session.
  private static Optional<Path> runtimeFolder(Map<String, String> environment) {
    try {
      Path runtime = Path.of(environment.getOrDefault("XDG_RUNTIME_DIR", ""));
      if (!runtime.isAbsolute() || !Files.isDirectory(runtime)) {
        return Optional.empty();
      }
      Path folder = runtime.resolve(NAME);
      boolean isNew = Files.notExists(folder);
      // Another owner could listen there instead of the program.
      if (TrustedPaths.ensurePrivate(folder)
          && Files.getOwner(folder).equals(Files.getOwner(runtime))) {
        return Optional.of(folder);
      }
      if (isNew) {
        // A folder owned by root would lock out the user of this session.
        Files.delete(folder);
      }
      return Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// A key that differs between users and between displays of one user.
  private static String key(Map<String, String> environment, Properties properties) {
    String text = properties.getProperty("user.name", "") + "\n" + display(environment);
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(UTF_8));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /// The X server if there is one, because it shows the windows; otherwise the Wayland compositor
  /// or the session of a Windows server. The screen number is ignored.
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
