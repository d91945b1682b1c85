package io.github.tensorloupe.desktop.storage;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.JsonObjectFile;
import io.github.tensorloupe.storage.UserFiles;

/// The recently opened paths, addresses and comparisons, the folders of the library and the watched
/// folders, and the marks of models, stored as one JSON file in the settings folder. Thread-safe;
/// blocks the calling thread.
///
/// If there is no settings folder, the lists are kept only in memory. Invalid lists count as
/// missing. Members written by other versions are preserved. A file that is not a JSON object is
/// renamed before a new one is written.
public final class LibraryFile {

  /// The maximum length of each list of recent entries. The least recently used entries are
  /// removed.
  public static final int MAX_RECENT = 40;

  private static final String CHECKS_WATCHED = "checksWatched";
  private static final String PATH = "path";
  private static final String FAVORITE = "favorite";
  private static final String TAGS = "tags";
  private static final String OPENED = "opened";
  private static final String SINCE = "since";

  private final Folders places;
  private final Entries<RecentFile> recent =
      new Entries<>(
          "recent",
          node ->
              UserFiles.path(node.path(PATH))
                  .map(it -> new RecentFile(it, time(node.path(OPENED)))),
          it -> object(PATH, it.path(), OPENED, it.opened()));
  private final Entries<RecentComparison> comparisons =
      new Entries<>(
          "comparisons",
          node ->
              UserFiles.path(node.path("a"))
                  .flatMap(
                      a -> UserFiles.path(node.path("b")).map(b -> new RecentComparison(a, b))),
          it -> object("a", it.a(), "b", it.b()));
  private final Entries<String> addresses =
      new Entries<>("addresses", node -> Optional.of(node.asText()), TextNode::valueOf);
  private final Entries<Path> folders =
      new Entries<>(UserFiles.FOLDERS, UserFiles::path, it -> TextNode.valueOf(it.toString()));
  private final Entries<Watched> watched =
      new Entries<>(
          "watched",
          node ->
              UserFiles.path(node.path(PATH)).map(it -> new Watched(it, time(node.path(SINCE)))),
          it -> object(PATH, it.folder(), SINCE, it.since()));
  private final Entries<ModelMark> marks =
      new Entries<>("marks", LibraryFile::mark, LibraryFile::node);
  private ObjectNode members = JsonNodeFactory.instance.objectNode();

  /// True if the last change is only in memory because writing the file failed.
  private boolean isUnsaved;

  private boolean isDamageReported;
  private String lastReportedFailure = "";

  public LibraryFile(Folders folders) {
    this.places = folders;
  }

  private record Watched(Path folder, Instant since) {}

  /// A list in the file. Invalid entries are skipped.
  private final class Entries<T> {

    private final String name;
    private final Function<JsonNode, Optional<T>> parser;
    private final Function<T, JsonNode> formatter;

    Entries(String name, Function<JsonNode, Optional<T>> parser, Function<T, JsonNode> formatter) {
      this.name = name;
      this.parser = parser;
      this.formatter = formatter;
    }

    List<T> load() throws IOException {
      LibraryFile.this.load();
      return entries();
    }

    private List<T> entries() {
      List<T> all = new ArrayList<>();
      members.path(name).forEach(node -> parser.apply(node).ifPresent(all::add));
      return all;
    }

    void change(Consumer<List<T>> change) throws IOException {
      update(
          () -> {
            List<T> all = entries();
            change.accept(all);
            ArrayNode nodes = members.putArray(name);
            all.forEach(each -> nodes.add(formatter.apply(each)));
          });
    }

    /// Adds an entry at the front, and removes matching entries and entries beyond the limit.
    ///
    /// @param isSame tests whether an existing entry is replaced
    void addLatest(T latest, Predicate<T> isSame) throws IOException {
      change(
          all -> {
            all.removeIf(isSame);
            all.addFirst(latest);
            all.subList(Math.min(MAX_RECENT, all.size()), all.size()).clear();
          });
    }
  }

  private static ObjectNode object(String first, Object one, String second, Object other) {
    return JsonNodeFactory.instance
        .objectNode()
        .put(first, one.toString())
        .put(second, other.toString());
  }

  /// Returns the recently opened paths, the latest first.
  ///
  /// @throws IOException if the file exists but cannot be read or is damaged; the message is a
  ///   sentence
  public synchronized List<RecentFile> recent() throws IOException {
    return recent.load();
  }

  /// Returns the recent comparisons, the latest first. Throws the exceptions of [#recent()].
  public synchronized List<RecentComparison> comparisons() throws IOException {
    return comparisons.load();
  }

  /// Adds a comparison to the recent comparisons or moves it to the front.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and this object keeps the
  ///   change in memory
  public synchronized void addComparison(RecentComparison compared) throws IOException {
    comparisons.addLatest(compared, compared::equals);
  }

  /// Returns the recently opened addresses, the latest first. Throws the exceptions of [#recent()].
  public synchronized List<String> addresses() throws IOException {
    return addresses.load();
  }

  /// Adds an address to the recent addresses or moves it to the front. Throws the exceptions of
  /// [#addComparison].
  ///
  /// @param address an address without secrets
  public synchronized void addAddress(String address) throws IOException {
    addresses.addLatest(address, address::equals);
  }

  /// Returns the folders of the library in the order of their addition. Throws the exceptions of
  /// [#recent()].
  public synchronized List<Path> folders() throws IOException {
    return folders.load().stream().distinct().toList();
  }

  /// Adds a file, an index or a folder to the recent paths or moves it to the front. Throws an
  /// exception only for the first of several equal failures, because the user did not request this
  /// change.
  ///
  /// @throws IOException if writing fails, or a damaged file was renamed; the message is a
  ///   sentence, and this object keeps the change in memory
  public synchronized void addRecent(Path path, Instant when) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    try {
      recent.addLatest(new RecentFile(absolute, when), each -> each.path().equals(absolute));
    } catch (IOException e) {
      if (!lastReportedFailure.equals(e.getMessage())) {
        lastReportedFailure = e.getMessage();
        throw e;
      }
    }
  }

  /// Removes a path from the recent paths.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and this object keeps the
  ///   change in memory
  public synchronized void forget(Path path) throws IOException {
    recent.change(all -> all.removeIf(each -> each.path().equals(path)));
  }

  /// Replaces the path of a renamed model in all lists. Throws the exceptions of [#forget].
  public synchronized void rename(Path from, Path to) throws IOException {
    UnaryOperator<Path> now = path -> path.equals(from) ? to : path;
    marks.change(
        all -> {
          all.removeIf(each -> each.path().equals(to));
          all.replaceAll(
              each -> new ModelMark(now.apply(each.path()), each.isFavorite(), each.tags()));
        });
    recent.change(
        all -> {
          all.removeIf(each -> each.path().equals(to));
          all.replaceAll(each -> new RecentFile(now.apply(each.path()), each.opened()));
        });
    comparisons.change(
        all ->
            all.replaceAll(each -> new RecentComparison(now.apply(each.a()), now.apply(each.b()))));
  }

  /// Removes all recent files. Throws the exceptions of [#forget].
  public synchronized void forgetRecent() throws IOException {
    recent.change(List::clear);
  }

  /// Adds a folder to the library. Throws the exceptions of [#forget].
  public synchronized void addFolder(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    folders.change(
        all -> {
          if (!all.contains(absolute)) {
            all.add(absolute);
          }
        });
  }

  /// Removes a folder from the library and stops watching it. Does not change its files. Throws the
  /// exceptions of [#forget].
  public synchronized void removeFolder(Path folder) throws IOException {
    folders.change(all -> all.removeIf(folder::equals));
    stopWatching(folder);
  }

  /// Returns the watched folders and the times when watching began. Throws the exceptions of
  /// [#recent()].
  public synchronized Map<Path, Instant> watched() throws IOException {
    Map<Path, Instant> all = new LinkedHashMap<>();
    watched.load().forEach(each -> all.put(each.folder(), each.since()));
    return all;
  }

  /// Starts watching a folder. Throws the exceptions of [#forget].
  public synchronized void watch(Path folder, Instant since) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    watched.change(
        all -> {
          if (all.stream().noneMatch(each -> each.folder().equals(absolute))) {
            all.add(new Watched(absolute, since));
          }
        });
  }

  /// Stops watching a folder. Throws the exceptions of [#forget].
  public synchronized void stopWatching(Path folder) throws IOException {
    watched.change(all -> all.removeIf(each -> each.folder().equals(folder)));
  }

  private static Optional<ModelMark> mark(JsonNode node) {
    List<String> tags = new ArrayList<>();
    node.path(TAGS).forEach(tag -> tags.add(tag.asText()));
    return UserFiles.path(node.path(PATH))
        .map(path -> new ModelMark(path, node.path(FAVORITE).asBoolean(), tags));
  }

  private static JsonNode node(ModelMark mark) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put(PATH, mark.path().toString());
    ArrayNode tags = node.put(FAVORITE, mark.isFavorite()).putArray(TAGS);
    mark.tags().forEach(tags::add);
    return node;
  }

  /// Returns the marks of models by path. Throws the exceptions of [#recent()].
  public synchronized Map<Path, ModelMark> marks() throws IOException {
    Map<Path, ModelMark> all = new HashMap<>();
    marks.load().forEach(each -> all.put(each.path(), each));
    return all;
  }

  /// Changes the current marks of models. Throws the exceptions of [#forget].
  public synchronized void mark(Collection<Path> models, UnaryOperator<ModelMark> change)
      throws IOException {
    marks.change(
        all -> {
          Map<Path, ModelMark> changed = new LinkedHashMap<>();
          all.forEach(each -> changed.put(each.path(), each));
          for (Path model : models) {
            changed.put(model, change.apply(changed.getOrDefault(model, ModelMark.none(model))));
          }
          all.clear();
          changed.values().stream().filter(each -> !each.isEmpty()).forEach(all::add);
        });
  }

  /// Returns true (the default) if the values of new files in watched folders are to be checked.
  /// Throws the exceptions of [#recent()].
  public synchronized boolean checksWatched() throws IOException {
    load();
    return members.path(CHECKS_WATCHED).asBoolean(true);
  }

  /// Sets whether to check the values of new files in watched folders. Throws the exceptions of
  /// [#forget].
  public synchronized void setChecksWatched(boolean checks) throws IOException {
    update(() -> members.put(CHECKS_WATCHED, checks));
  }

  /// Changes the members and writes the file, under a lock that excludes other processes.
  private void update(Runnable change) throws IOException {
    Optional<IOException> damage = Optional.empty();
    if (!isDamageReported) {
      try {
        load();
      } catch (IOException e) {
        // Reported also to callers that never read the file: a damaged file will be renamed.
        damage = Optional.of(e);
      }
    }
    Optional<JsonObjectFile> found = UserFiles.library(places);
    if (found.isEmpty()) {
      change.run();
    } else {
      JsonObjectFile file = found.get();
      JsonObjectWriter.exclusively(
          file,
          () -> {
            if (!isUnsaved && Files.exists(file.path())) {
              members = JsonObjectWriter.readToChange(file);
            }
            change.run();
            isUnsaved = true;
            JsonObjectWriter.write(file, members);
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
    Optional<JsonObjectFile> file = UserFiles.library(places);
    if (file.isPresent() && !isUnsaved) {
      file.get().read().ifPresent(read -> members = read);
    }
  }

  private static Instant time(JsonNode node) {
    try {
      return Instant.parse(node.asText());
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }
}
