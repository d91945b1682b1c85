package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.TrustedLinks;

/// The folders for files of this program. Immutable; a folder is made when it is asked for, and
/// other users cannot read it.
///
/// A home that is unset, relative or read-only is no error: the temporary folder serves instead,
/// and where that one cannot be written either, nothing is kept.
public final class Folders {

  private static final String NAME = "tensorloupe";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final boolean KNOWS_OWNERS =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  /// The place that each system has for a kind of files: environment variables of Windows and of
  /// the XDG rules, and folders below them, in the `Library` of a Mac and in the home folder.
  private record Use(String windows, String windowsFolder, String mac, String xdg, String home) {}

  private static final Use CONFIG =
      new Use("APPDATA", "", "Application Support", "XDG_CONFIG_HOME", ".config");
  private static final Use CACHE =
      new Use("LOCALAPPDATA", "cache", "Caches", "XDG_CACHE_HOME", ".cache");
  private static final Use LOGS =
      new Use("LOCALAPPDATA", "logs", "Logs", "XDG_STATE_HOME", ".local/state");

  private final Map<String, String> environment;
  private final Properties properties;

  /// The folders of a process.
  ///
  /// @param environment its environment variables
  /// @param properties its system properties: `os.name`, `java.io.tmpdir` and `user.name` are asked
  public Folders(Map<String, String> environment, Properties properties) {
    this.environment = Map.copyOf(environment);
    this.properties = (Properties) properties.clone();
  }

  public static Folders ofThisProcess() {
    return new Folders(System.getenv(), System.getProperties());
  }

  /// The folder for what can be made again, which is there and can be written; empty where there is
  /// none, also not in the temporary folder.
  public Optional<Path> cache() {
    return places(CACHE)
        .filter(Folders::isReady)
        .findFirst()
        .or(() -> temporary().filter(Folders::isReady).filter(Folders::isOwn));
  }

  /// The folder for what a person has chosen; empty where there is none and none can be made. The
  /// temporary one does not serve, because what is there today may be gone tomorrow.
  ///
  /// Also returns a folder that cannot be written or reached: its settings hold, and reading or
  /// writing them fails with the reason.
  public Optional<Path> config() {
    return places(CONFIG).filter(folder -> !isAbsent(folder) || isReady(folder)).findFirst();
  }

  /// Returns whether a path certainly does not exist. False if a folder on the way is not readable
  /// or not a folder, or if a link on the way is broken.
  static boolean isAbsent(Path path) {
    Path existing = path;
    while (existing != null && Files.notExists(existing, LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
    }
    return !path.equals(existing) && existing != null && Files.isDirectory(existing);
  }

  /// The folder for what the program tells of itself, which is there and can be written; empty
  /// where there is none, and then nothing is told.
  public Optional<Path> logs() {
    return places(LOGS).filter(Folders::isReady).findFirst();
  }

  /// True if everything that this program keeps outside the temporary folder is kept in one folder.
  /// Touches nothing.
  ///
  /// @param folder absolute
  public boolean areAllWithin(Path folder) {
    List<Path> places = Stream.of(CONFIG, CACHE, LOGS).flatMap(this::places).toList();
    return !places.isEmpty()
        && places.stream().allMatch(place -> place.normalize().startsWith(folder));
  }

  /// The place that the system has for a use, then the one in the home folder.
  private Stream<Path> places(Use use) {
    String system = properties.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    Optional<Path> ofSystem;
    if (system.startsWith("windows")) {
      ofSystem = absolute(use.windows).map(folder -> folder.resolve(NAME, use.windowsFolder));
    } else if (system.startsWith("mac")) {
      ofSystem = home().map(home -> home.resolve("Library", use.mac, NAME));
    } else {
      ofSystem = absolute(use.xdg).map(folder -> folder.resolve(NAME));
    }
    Optional<Path> inHome = home().map(home -> home.resolve(use.home, NAME));
    return Stream.of(ofSystem, inHome).flatMap(Optional::stream);
  }

  private Optional<Path> temporary() {
    String user = properties.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    return PathText.path(properties.getProperty("java.io.tmpdir", ""))
        .map(folder -> folder.resolve(NAME + "-" + user));
  }

  /// The home folder. One that does not exist is not created: its name means "none".
  private Optional<Path> home() {
    return absolute("HOME")
        .filter(home -> Files.exists(home) ? Files.isDirectory(home) : !Files.notExists(home));
  }

  private Optional<Path> absolute(String variable) {
    return PathText.path(environment.getOrDefault(variable, "")).filter(Path::isAbsolute);
  }

  /// Makes the folder where it is missing, and tries it out.
  private static boolean isReady(Path folder) {
    try {
      if (!TrustedLinks.areTrusted(folder)) {
        return false;
      }
      create(folder);
      Files.delete(Files.createTempFile(folder, "probe", null));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Takes a folder for this user alone; in a place that all users share, someone else may have
  /// been there first. Blocks the calling thread.
  ///
  /// @return true if it belongs to the user of this process and can be written; from now on nobody
  ///   else can read it
  public static boolean isOwn(Path folder) {
    if (!KNOWS_OWNERS) {
      return true;
    }
    try {
      Path probe = Files.createTempFile(folder, "probe", null);
      UserPrincipal user = Files.getOwner(probe);
      Files.delete(probe);
      if (Files.isSymbolicLink(folder) || !Files.getOwner(folder).equals(user)) {
        return false;
      }
      Files.setPosixFilePermissions(folder, OWNER_ONLY);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Makes a folder that only its owner can read, where it is missing.
  public static void create(Path folder) throws IOException {
    if (KNOWS_OWNERS) {
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } else {
      Files.createDirectories(folder);
    }
  }
}
