package io.github.tensorloupe.storage;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// The files with the settings and lists of the window, and the parts of them that also apply to
/// the command line. All methods block the calling thread.
public final class UserFiles {

  /// The member of the settings that turns network access on or off.
  public static final String USES_NETWORK = "usesNetwork";

  /// The member of the library with the added folders.
  public static final String FOLDERS = "folders";

  public static final Sentence NETWORK_OFF =
      Sentence.of("The network is turned off in the settings.");

  private static final long MAX_SETTINGS_BYTES = 1 << 20;
  private static final long MAX_LIBRARY_BYTES = 4 << 20;

  private UserFiles() {}

  /// Returns the file of the settings, or empty if the settings folder does not exist.
  public static Optional<JsonObjectFile> settings(Folders folders) {
    String failure = "The settings in {0} cannot be read: {1}";
    return JsonObjectFile.find(folders, "settings.json", MAX_SETTINGS_BYTES, failure);
  }

  /// Reads the settings. Returns empty if they do not exist.
  ///
  /// @throws SentenceException if the file cannot be read or is damaged, or if its existence cannot
  ///   be determined
  public static Optional<ObjectNode> readSettings(Folders folders) throws SentenceException {
    Optional<JsonObjectFile> file = settings(folders);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path path = file.get().path();
      boolean isAbsent = Folders.isAbsent(path);
      Optional<ObjectNode> members = file.get().read();
      if (members.isEmpty() && !isAbsent) {
        throw file.get().unreadable(new NoSuchFileException(path.toString()));
      }
      return members;
    } catch (SentenceException e) {
      Sentence off =
          Sentence.of(
              "Network access is off, because the unreadable settings may have disabled it.");
      throw new SentenceException(e.sentence().then(off), e);
    }
  }

  /// Returns the reason why the settings disable network access, or empty if it is enabled.
  public static Optional<Sentence> networkObjection(Folders folders) {
    try {
      Optional<JsonNode> uses = readSettings(folders).map(members -> members.get(USES_NETWORK));
      return uses.filter(value -> !value.booleanValue()).map(_ -> NETWORK_OFF);
    } catch (SentenceException e) {
      return Optional.of(e.sentence());
    }
  }

  /// Returns the file of the library, or empty if the settings folder does not exist.
  public static Optional<JsonObjectFile> library(Folders folders) {
    String failure = "The list of recent files in {0} cannot be read: {1}";
    return JsonObjectFile.find(folders, "library.json", MAX_LIBRARY_BYTES, failure);
  }

  /// Returns the folders that the user added to the library, in the order of their addition.
  ///
  /// @throws SentenceException if the file cannot be read or is damaged
  public static List<Path> libraryFolders(Folders folders) throws SentenceException {
    Optional<JsonObjectFile> file = library(folders);
    Optional<ObjectNode> members = file.isPresent() ? file.get().read() : Optional.empty();
    Stream<JsonNode> nodes = members.stream().flatMap(all -> all.path(FOLDERS).valueStream());
    return nodes.flatMap(node -> path(node).stream()).distinct().toList();
  }

  /// Parses a path. Returns empty if the node is not an absolute path on this system.
  public static Optional<Path> path(JsonNode node) {
    return Optional.ofNullable(node.textValue()).flatMap(PathText::path).filter(Path::isAbsolute);
  }
}
