package io.github.tensorloupe.storage;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.model.PathText;

/// The recently opened paths and comparisons, the folders of the library and the watched folders,
/// in one JSON file in the settings folder. Thread-safe; blocks the calling thread.
///
/// Without a settings folder, the lists last as long as this object. Invalid lists count as
/// missing, and members written by other versions are preserved. A file that is not a JSON object
/// is renamed before a new one is written.
public final class LibraryFile {

  /// The maximum length of each recent list; the entries that were used least recently are dropped.
  public static final int MAX_RECENT = 40;

  private static final String NAME = "library.json";
  private static final String RECENT = "recent";
  private static final String FOLDERS = "folders";
  private static final String COMPARISONS = "comparisons";
  private static final String ADDRESSES = "addresses";
  private static final String WATCHED = "watched";
  private static final String SINCE = "since";
  private static final String CHECKS_WATCHED = "checksWatched";
  private static final String PATH = "path";
  private static final String OPENED = "opened";
  private static final long MAX_BYTES = 4 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Folders folders;
  private ObjectNode members = JSON.createObjectNode();

  /// True if the members are newer than the file, which could not be written.
  private boolean isUnsaved;

  private boolean isDamageReported;
  private String lastReportedFailure = "";

  public LibraryFile(Folders folders) {
    this.folders = folders;
  }

  private Optional<JsonObjectFile> file() {
    return JsonObjectFile.find(
        folders, NAME, MAX_BYTES, "The list of recent files in {0} cannot be read: {1}");
  }

  /// Returns the recently opened paths, the latest first.
  ///
  /// @throws IOException if the file exists and cannot be read, or is damaged; the message is a
  ///   sentence
  public synchronized List<RecentFile> recent() throws IOException {
    load();
    return recentNow();
  }

  private List<RecentFile> recentNow() {
    List<RecentFile> recent = new ArrayList<>();
    for (JsonNode each : members.path(RECENT)) {
      path(each.path(PATH))
          .ifPresent(found -> recent.add(new RecentFile(found, time(each.path(OPENED)))));
    }
    return recent;
  }

  /// Returns the recent comparisons, the latest first. Throws the exceptions of [#recent()].
  public synchronized List<RecentComparison> comparisons() throws IOException {
    load();
    return comparisonsNow();
  }

  private List<RecentComparison> comparisonsNow() {
    List<RecentComparison> recent = new ArrayList<>();
    for (JsonNode each : members.path(COMPARISONS)) {
      Optional<Path> b = path(each.path("b"));
      path(each.path("a"))
          .filter(_ -> b.isPresent())
          .ifPresent(a -> recent.add(new RecentComparison(a, b.get())));
    }
    return recent;
  }

  /// Moves a comparison to the front of the recent ones.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and this object keeps the
  ///   change in memory
  public synchronized void addComparison(RecentComparison compared) throws IOException {
    update(
        () -> {
          List<RecentComparison> recent = withLatest(compared, comparisonsNow());
          ArrayNode nodes = members.putArray(COMPARISONS);
          for (RecentComparison each : recent) {
            nodes.addObject().put("a", each.a().toString()).put("b", each.b().toString());
          }
        });
  }

  /// Returns the recently opened addresses, the latest first. Throws the exceptions of [#recent()].
  public synchronized List<String> addresses() throws IOException {
    load();
    return addressesNow();
  }

  private List<String> addressesNow() {
    List<String> recent = new ArrayList<>();
    members.path(ADDRESSES).forEach(each -> recent.add(each.asText()));
    return recent;
  }

  /// Moves an address, which must not contain secrets, to the front of the recent ones. Throws the
  /// exceptions of [#addComparison].
  public synchronized void addAddress(String address) throws IOException {
    update(
        () -> {
          List<String> recent = withLatest(address, addressesNow());
          recent.forEach(members.putArray(ADDRESSES)::add);
        });
  }

  /// Returns a recent list with the latest entry at the front.
  private static <T> List<T> withLatest(T latest, List<T> before) {
    Stream<T> others = before.stream().filter(each -> !each.equals(latest));
    return Stream.concat(Stream.of(latest), others).limit(MAX_RECENT).toList();
  }

  /// Returns the folders of the library in the order of their addition. Throws the exceptions of
  /// [#recent()].
  public synchronized List<Path> folders() throws IOException {
    load();
    return foldersNow();
  }

  private List<Path> foldersNow() {
    LinkedHashSet<Path> found = new LinkedHashSet<>();
    members.path(FOLDERS).forEach(each -> path(each).ifPresent(found::add));
    return List.copyOf(found);
  }

  /// Moves a file, an index or a folder to the front of the recent paths. The user did not request
  /// this change, so a repeated failure is reported only the first time.
  ///
  /// @throws IOException if writing fails, or a damaged file was renamed; the message is a
  ///   sentence, and this object keeps the change in memory
  public synchronized void addRecent(Path path, Instant when) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    try {
      changeRecent(
          recent -> {
            recent.removeIf(each -> each.path().equals(absolute));
            recent.addFirst(new RecentFile(absolute, when));
          });
    } catch (IOException e) {
      if (!lastReportedFailure.equals(e.getMessage())) {
        lastReportedFailure = e.getMessage();
        throw e;
      }
    }
  }

  /// Removes a path from the recent ones.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and this object keeps the
  ///   change in memory
  public synchronized void forget(Path path) throws IOException {
    changeRecent(recent -> recent.removeIf(each -> each.path().equals(path)));
  }

  /// Adds a folder to the library. Throws the exceptions of [#forget].
  public synchronized void addFolder(Path folder) throws IOException {
    changeFolders(all -> all.add(folder.toAbsolutePath().normalize()));
  }

  /// Removes a folder from the library, and stops watching it. Its files are not changed. Throws
  /// the exceptions of [#forget].
  public synchronized void removeFolder(Path folder) throws IOException {
    changeFolders(all -> all.remove(folder));
    changeWatched(all -> all.remove(folder));
  }

  /// Returns the watched folders, each with the time when watching began. Throws the exceptions of
  /// [#recent()].
  public synchronized Map<Path, Instant> watched() throws IOException {
    load();
    return watchedNow();
  }

  private Map<Path, Instant> watchedNow() {
    Map<Path, Instant> watched = new LinkedHashMap<>();
    for (JsonNode each : members.path(WATCHED)) {
      path(each.path(PATH)).ifPresent(found -> watched.put(found, time(each.path(SINCE))));
    }
    return watched;
  }

  /// Starts watching a folder. Throws the exceptions of [#forget].
  public synchronized void watch(Path folder, Instant since) throws IOException {
    changeWatched(all -> all.putIfAbsent(folder.toAbsolutePath().normalize(), since));
  }

  /// Stops watching a folder. Throws the exceptions of [#forget].
  public synchronized void stopWatching(Path folder) throws IOException {
    changeWatched(all -> all.remove(folder));
  }

  /// Returns whether the values of new files in watched folders are checked too, true by default.
  /// Throws the exceptions of [#recent()].
  public synchronized boolean checksWatched() throws IOException {
    load();
    return members.path(CHECKS_WATCHED).asBoolean(true);
  }

  /// Throws the exceptions of [#forget].
  public synchronized void setChecksWatched(boolean checks) throws IOException {
    update(() -> members.put(CHECKS_WATCHED, checks));
  }

  private void changeWatched(Consumer<Map<Path, Instant>> change) throws IOException {
    update(
        () -> {
          Map<Path, Instant> all = watchedNow();
          change.accept(all);
          ArrayNode nodes = members.putArray(WATCHED);
          all.forEach(
              (folder, since) ->
                  nodes.addObject().put(PATH, folder.toString()).put(SINCE, since.toString()));
        });
  }

  private void changeRecent(Consumer<List<RecentFile>> change) throws IOException {
    update(
        () -> {
          List<RecentFile> recent = recentNow();
          change.accept(recent);
          ArrayNode nodes = members.putArray(RECENT);
          for (RecentFile each : recent.subList(0, Math.min(MAX_RECENT, recent.size()))) {
            ObjectNode node = nodes.addObject().put(PATH, each.path().toString());
            node.put(OPENED, each.opened().toString());
          }
        });
  }

  private void changeFolders(Consumer<LinkedHashSet<Path>> change) throws IOException {
    update(
        () -> {
          LinkedHashSet<Path> all = new LinkedHashSet<>(foldersNow());
          change.accept(all);
          ArrayNode nodes = members.putArray(FOLDERS);
          all.forEach(each -> nodes.add(each.toString()));
        });
  }

  /// Changes the members and writes the file while no other process does.
  private void update(Runnable change) throws IOException {
    Optional<IOException> damage = Optional.empty();
    if (!isDamageReported) {
      try {
        load();
      } catch (IOException e) {
        // Callers that only add entries, and never read them, must also learn that a damaged file
        // was renamed.
        damage = Optional.of(e);
      }
    }
    Optional<JsonObjectFile> found = file();
    if (found.isEmpty()) {
      change.run();
    } else {
      JsonObjectFile file = found.get();
      file.exclusively(
          () -> {
            if (!isUnsaved && Files.exists(file.path())) {
              members = file.readToChange();
            }
            change.run();
            isUnsaved = true;
            file.write(members);
            isUnsaved = false;
          });
    }
    if (damage.isPresent()) {
      throw damage.get();
    }
  }

  /// Reads the file before every use, because other processes write it too.
  private void load() throws IOException {
    isDamageReported = true;
    Optional<JsonObjectFile> file = file();
    if (file.isPresent() && !isUnsaved) {
      file.get().read().ifPresent(read -> members = read);
    }
  }

  /// Returns empty if the node is not a text, or not an absolute path on this system.
  private static Optional<Path> path(JsonNode node) {
    return Optional.ofNullable(node.textValue()).flatMap(PathText::path).filter(Path::isAbsolute);
  }

  private static Instant time(JsonNode node) {
    try {
      return Instant.parse(node.asText());
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }
}
