package io.github.tensorloupe.storage;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.model.PathText;

/// The recently opened paths and comparisons, the folders whose checkpoints a person wants to see,
/// and those of them that are watched: kept in one JSON file in the folder for what a person has
/// chosen. Thread-safe; blocks the calling thread.
///
/// Without such a folder, the lists last as long as this object. What is no such list counts as if
/// it were not there, and what another version has put beside the lists stays. A file that is no
/// JSON object is set aside before something is kept in its place.
public final class LibraryFile {

  /// The number of files that are kept; the ones that were not opened for longest are forgotten.
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

  private boolean isDamageTold;
  private String told = "";

  public LibraryFile(Folders folders) {
    this.folders = folders;
  }

  private Optional<JsonObjectFile> file() {
    return JsonObjectFile.find(
        folders, NAME, MAX_BYTES, "The list of recent files in {0} cannot be read: {1}");
  }

  /// The recently opened paths, the latest first.
  ///
  /// @throws IOException if the file is there and cannot be read, or is damaged; the message is a
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

  /// The recent comparisons, the latest first; fails as [#recent()].
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

  /// Puts two paths to the front of what was compared.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and this object knows of it
  ///   all the same
  public synchronized void compared(RecentComparison compared) throws IOException {
    exclusively(
        () -> {
          List<RecentComparison> recent = withLatest(compared, comparisonsNow());
          ArrayNode nodes = members.putArray(COMPARISONS);
          for (RecentComparison each : recent) {
            nodes.addObject().put("a", each.a().toString()).put("b", each.b().toString());
          }
        });
  }

  /// The addresses that were opened, the latest first; fails as [#recent()].
  public synchronized List<String> addresses() throws IOException {
    load();
    return addressesNow();
  }

  private List<String> addressesNow() {
    List<String> recent = new ArrayList<>();
    members.path(ADDRESSES).forEach(each -> recent.add(each.asText()));
    return recent;
  }

  /// Puts an address, without secrets, to the front of those that were opened; fails as
  /// [#compared].
  public synchronized void openedAddress(String address) throws IOException {
    exclusively(
        () -> {
          List<String> recent = withLatest(address, addressesNow());
          recent.forEach(members.putArray(ADDRESSES)::add);
        });
  }

  /// The recent things that are kept once one of them was opened.
  private static <T> List<T> withLatest(T latest, List<T> before) {
    Stream<T> others = before.stream().filter(each -> !each.equals(latest));
    return Stream.concat(Stream.of(latest), others).limit(MAX_RECENT).toList();
  }

  /// The folders that were added, in that order; fails as [#recent()].
  public synchronized List<Path> folders() throws IOException {
    load();
    return foldersNow();
  }

  private List<Path> foldersNow() {
    LinkedHashSet<Path> found = new LinkedHashSet<>();
    members.path(FOLDERS).forEach(each -> path(each).ifPresent(found::add));
    return List.copyOf(found);
  }

  /// Puts a file, an index or a folder to the front of what was opened. Nobody has asked for that,
  /// so that a failure is told the first time only.
  ///
  /// @throws IOException if writing fails, or what was there is damaged and was set aside; the
  ///   message is a sentence, and this object knows of it all the same
  public synchronized void opened(Path path, Instant when) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    try {
      changeRecent(
          recent -> {
            recent.removeIf(each -> each.path().equals(absolute));
            recent.addFirst(new RecentFile(absolute, when));
          });
    } catch (IOException e) {
      if (!told.equals(e.getMessage())) {
        told = e.getMessage();
        throw e;
      }
    }
  }

  /// Forgets that a path was opened.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and this object knows of it
  ///   all the same
  public synchronized void forget(Path path) throws IOException {
    changeRecent(recent -> recent.removeIf(each -> each.path().equals(path)));
  }

  /// Adds a folder to those that are looked through; fails as [#forget].
  public synchronized void addFolder(Path folder) throws IOException {
    changeFolders(all -> all.add(folder.toAbsolutePath().normalize()));
  }

  /// Takes a folder from those that are looked through; fails as [#forget]. Nothing in it is
  /// touched.
  public synchronized void removeFolder(Path folder) throws IOException {
    changeFolders(all -> all.remove(folder));
    changeWatched(all -> all.remove(folder));
  }

  /// The folders that are watched, and since when each is; fails as [#recent()].
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

  /// Watches a folder from now on; fails as [#forget].
  public synchronized void watch(Path folder, Instant since) throws IOException {
    changeWatched(all -> all.putIfAbsent(folder.toAbsolutePath().normalize(), since));
  }

  /// Watches a folder no longer; fails as [#forget].
  public synchronized void stopWatching(Path folder) throws IOException {
    changeWatched(all -> all.remove(folder));
  }

  /// True if the values of what comes into watched folders are checked too, as they usually are;
  /// fails as [#recent()].
  public synchronized boolean checksWatched() throws IOException {
    load();
    return members.path(CHECKS_WATCHED).asBoolean(true);
  }

  /// Fails as [#forget].
  public synchronized void setChecksWatched(boolean checks) throws IOException {
    exclusively(() -> members.put(CHECKS_WATCHED, checks));
  }

  private void changeWatched(Consumer<Map<Path, Instant>> change) throws IOException {
    exclusively(
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
    exclusively(
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
    exclusively(
        () -> {
          LinkedHashSet<Path> all = new LinkedHashSet<>(foldersNow());
          change.accept(all);
          ArrayNode nodes = members.putArray(FOLDERS);
          all.forEach(each -> nodes.add(each.toString()));
        });
  }

  /// Other processes may be adding something at the same moment.
  private void exclusively(Runnable change) throws IOException {
    Optional<IOException> damage = Optional.empty();
    if (!isDamageTold) {
      try {
        load();
      } catch (IOException e) {
        // One who only adds to a damaged file, and never reads it, is to know that it was set
        // aside.
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

  /// Other processes write the file as well, so it is read before every use.
  private void load() throws IOException {
    isDamageTold = true;
    Optional<JsonObjectFile> file = file();
    if (file.isPresent() && !isUnsaved) {
      file.get().read().ifPresent(read -> members = read);
    }
  }

  /// Empty where it is no text, or no absolute path on this system.
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
