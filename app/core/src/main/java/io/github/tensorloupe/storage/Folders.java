package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.TrustedPaths;

/// The folders for the files of this program. Folders are created on request and are readable only
/// by their owner. Immutable.
///
/// An unset, relative or read-only home folder is not an error: the cache falls back to the
/// temporary folder. If that is not writable either, nothing is cached.
public final class Folders {

  private static final String NAME = "tensorloupe";
  private static final FileAttribute<?>[] NO_ATTRIBUTES = {};
  private static final FileAttribute<?>[] OWNER_ONLY = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
  };
  private static final boolean KNOWS_OWNERS =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  /// The locations of one category of files.
  ///
  /// @param windows the environment variable on Windows
  /// @param windowsFolder a folder inside the folder of this variable
  /// @param mac a folder inside `Library`
  /// @param xdg the environment variable of the XDG specification
  /// @param home a folder inside the home folder
  private record Use(String windows, String windowsFolder, String mac, String xdg, String home) {}

  private static final Use CONFIG =
      new Use("APPDATA", "", "Application Support", "XDG_CONFIG_HOME", ".config");
  private static final Use CACHE =
      new Use("LOCALAPPDATA", "cache", "Caches", "XDG_CACHE_HOME", ".cache");
  private static final Use LOGS =
      new Use("LOCALAPPDATA", "logs", "Logs", "XDG_STATE_HOME", ".local/state");

  private final Map<String, String> environment;
  private final Properties properties;

  /// Creates the folders of a process.
  ///
  /// @param environment the environment variables
  /// @param properties the system properties; uses `os.name`, `java.io.tmpdir` and `user.name`
  public Folders(Map<String, String> environment, Properties properties) {
    this.environment = Map.copyOf(environment);
    this.properties = (Properties) properties.clone();
  }

  public static Folders ofThisProcess() {
    return new Folders(System.getenv(), System.getProperties());
  }

  /// Returns the existing and writable folder for cached files, or empty if no location is
  /// writable, including the temporary folder.
  public Optional<Path> cache() {
    return places(CACHE)
        .filter(Folders::ensureWritable)
        .findFirst()
        .or(() -> temporary().filter(TrustedPaths::ensurePrivate).filter(Folders::ensureWritable));
  }

  /// Returns the folder for settings and user data, or empty if it does not exist and cannot be
  /// created. Never returns the temporary folder, because the system may delete its files.
  ///
  /// The folder may be read-only or unreachable. In this case, reading or writing settings throws
  /// an exception with the reason.
  public Optional<Path> config() {
    return places(CONFIG).filter(folder -> !isAbsent(folder) || ensureWritable(folder)).findFirst();
  }

  /// Returns true if a path certainly does not exist. Returns false if a parent is unreadable, not
  /// a folder, or a broken link.
  static boolean isAbsent(Path path) {
    Path existing = nearestExisting(path);
    return !path.equals(existing) && existing != null && Files.isDirectory(existing);
  }

  static Path nearestExisting(Path path) {
    Path existing = path;
    while (existing != null && Files.notExists(existing, LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
    }
    return existing;
  }

  /// Returns the existing and writable folder for logs, or empty if no location is writable.
  public Optional<Path> logs() {
    return places(LOGS).filter(Folders::ensureWritable).findFirst();
  }

  /// Returns the trash of the desktop in the home folder, which need not exist.
  Optional<Path> trash() {
    return absolute("XDG_DATA_HOME")
        .or(() -> home().map(home -> home.resolve(".local", "share")))
        .map(data -> data.resolve("Trash"));
  }

  /// Returns true if all folders of this program, except in the temporary folder, are inside the
  /// given folder. Creates no folders.
  ///
  /// @param folder an absolute path
  public boolean areAllWithin(Path folder) {
    List<Path> places = Stream.of(CONFIG, CACHE, LOGS).flatMap(this::places).toList();
    return !places.isEmpty()
        && places.stream().allMatch(place -> place.normalize().startsWith(folder));
  }

  private Stream<Path> places(Use use) {
    String system = properties.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    Optional<Path> ofSystem =
        system.startsWith("windows")
            ? absolute(use.windows).map(folder -> folder.resolve(NAME, use.windowsFolder))
            : system.startsWith("mac")
                ? home().map(home -> home.resolve("Library", use.mac, NAME))
                : absolute(use.xdg).map(folder -> folder.resolve(NAME));
    Optional<Path> inHome = home().map(home -> home.resolve(use.home, NAME));
    return Stream.of(ofSystem, inHome).flatMap(Optional::stream);
  }

  private Optional<Path> temporary() {
    String user = properties.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    return PathText.path(properties.getProperty("java.io.tmpdir", ""))
        .map(folder -> folder.resolve(NAME + "-" + user));
  }

  /// Returns the home folder, or empty if it does not exist. System accounts have a nonexistent
  /// home folder on purpose.
  private Optional<Path> home() {
    return absolute("HOME")
        .filter(home -> Files.exists(home) ? Files.isDirectory(home) : !Files.notExists(home));
  }

  private Optional<Path> absolute(String variable) {
    return PathText.path(environment.getOrDefault(variable, "")).filter(Path::isAbsolute);
  }

  /// Creates a folder if it does not exist, and tests whether it is writable. Returns false for a
  /// folder of another user, such as the home folder of the user who started this program as root.
  private static boolean ensureWritable(Path folder) {
    try {
      TrustedPaths.requireOwn(nearestExisting(folder));
      create(folder);
      TrustedPaths.requireOwn(folder);
      // With the name of a draft, so that it is deleted later if the program is killed here.
      Files.delete(Files.createFile(AtomicFile.newDraft(folder)));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Creates a folder that only its owner can read. Does nothing if the folder exists.
  public static void create(Path folder) throws IOException {
    Files.createDirectories(folder, KNOWS_OWNERS ? OWNER_ONLY : NO_ATTRIBUTES);
  }
}
