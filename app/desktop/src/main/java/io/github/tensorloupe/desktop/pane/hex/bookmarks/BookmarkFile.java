package io.github.tensorloupe.desktop.pane.hex.bookmarks;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.desktop.storage.JsonObjectWriter;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.JsonObjectFile;

/// The bookmarks of files, with notes, stored in one JSON file in the folder for settings.
/// Thread-safe; blocks the calling thread.
///
/// The bookmarks of a file are found by its path, if the length of its data buffer is unchanged, or
/// by its length and header, if the file was moved. Bookmarks in the data buffer move with it if
/// the length of the header changes. Without the folder, they last as long as this object.
public final class BookmarkFile {

  /// The maximum number of files with bookmarks. The least recently changed files are removed.
  public static final int MAX_FILES = 100;

  /// The maximum number of bookmarks per file. Further bookmarks are not added.
  public static final int MAX_MARKS = 500;

  /// The maximum number of characters of a note. The rest is cut off.
  public static final int MAX_NOTE_CHARACTERS = 300;

  private static final String NAME = "bookmarks.json";
  private static final String FILES = "files";
  private static final String PATH = "path";
  private static final String LENGTH = "length";
  private static final String HEAD = "head";
  private static final String DATA = "data";
  private static final String MARKS = "marks";
  private static final String OFFSET = "offset";
  private static final String NOTE = "note";
  private static final long MAX_BYTES = 128 << 20;

  /// @param byteOffset file offset, at least 0
  /// @param note may be empty text
  public record Bookmark(long byteOffset, String note) {
    public Bookmark {
      if (byteOffset < 0) {
        throw new IllegalArgumentException("offset " + byteOffset);
      }
      if (note.length() > MAX_NOTE_CHARACTERS) {
        // Half of a surrogate pair could not be encoded in a file.
        boolean isPair = Character.isHighSurrogate(note.charAt(MAX_NOTE_CHARACTERS - 1));
        note = note.substring(0, isPair ? MAX_NOTE_CHARACTERS - 1 : MAX_NOTE_CHARACTERS);
      }
    }
  }

  private record Key(String path, long length, String head, long dataStart) {

    private static Key of(TensorFile file) throws IOException {
      FileIdentity identity = file.identity();
      return new Key(
          path(file),
          file.bytes().length(),
          identity.headSha256(),
          file.reading().dataStart().orElse(0));
    }

    private static String path(TensorFile file) {
      return file.path().toAbsolutePath().normalize().toString();
    }

    private boolean isSameFile(JsonNode node) {
      return node.path(LENGTH).asLong() == length && node.path(HEAD).asText().equals(head);
    }

    private boolean isAt(JsonNode node) {
      long dataLength = node.path(LENGTH).asLong() - node.path(DATA).asLong();
      return node.path(PATH).asText().equals(path)
          && (isSameFile(node) || dataLength == length - dataStart);
    }

    private List<Bookmark> marks(JsonNode node) {
      long before = node.path(DATA).asLong();
      List<Bookmark> marks = new ArrayList<>();
      for (JsonNode each : node.path(MARKS)) {
        long stored = each.path(OFFSET).asLong(-1);
        long offset = stored >= before ? stored - before + dataStart : stored;
        // Numbers in a damaged file may be so large that the sum has overflowed.
        boolean isInside = stored >= 0 && before >= 0 && offset >= 0 && offset < length;
        boolean isThere = isInside && (stored >= before || stored < dataStart);
        if (isThere && marks.size() < MAX_MARKS) {
          marks.add(new Bookmark(offset, each.path(NOTE).asText()));
        }
      }
      return marks;
    }

    private ObjectNode node(List<Bookmark> marks) {
      ObjectNode node = JsonNodeFactory.instance.objectNode().put(PATH, path).put(LENGTH, length);
      node.put(HEAD, head).put(DATA, dataStart);
      ArrayNode all = node.putArray(MARKS);
      marks.forEach(mark -> all.addObject().put(OFFSET, mark.byteOffset()).put(NOTE, mark.note()));
      return node;
    }
  }

  private final Folders folders;
  private ObjectNode members = JsonNodeFactory.instance.objectNode();

  public BookmarkFile(Folders folders) {
    this.folders = folders;
  }

  private Optional<JsonObjectFile> file() {
    return JsonObjectFile.find(
        folders, NAME, MAX_BYTES, "The bookmarks in {0} cannot be read: {1}");
  }

  /// Returns the bookmarks of a file, sorted by offset.
  ///
  /// @throws IOException if the bookmarks or the file cannot be read; the message is a sentence
  public synchronized List<Bookmark> of(TensorFile tensors) throws IOException {
    Optional<JsonObjectFile> objectFile = file();
    if (objectFile.isPresent()) {
      objectFile.get().read().ifPresent(read -> members = read);
    }
    String path = Key.path(tensors);
    long length = tensors.bytes().length();
    boolean mayBeThere =
        StreamSupport.stream(members.path(FILES).spliterator(), false)
            .anyMatch(
                node ->
                    node.path(PATH).asText().equals(path) || node.path(LENGTH).asLong() == length);
    if (!mayBeThere) {
      // Avoids reading the header of the file.
      return List.of();
    }
    Key key = Key.of(tensors);
    return stored(key).map(key::marks).orElse(List.of());
  }

  private Optional<JsonNode> stored(Key key) {
    List<JsonNode> all = new ArrayList<>();
    members.path(FILES).forEach(all::add);
    return all.stream()
        .filter(key::isAt)
        .findFirst()
        .or(() -> all.stream().filter(key::isSameFile).findFirst());
  }

  /// Changes the stored bookmarks of a file, which other processes may have changed as well.
  ///
  /// @param change receives the bookmarks sorted by offset. If it returns several bookmarks with
  ///   the same offset, the first is kept
  /// @return the changed bookmarks
  /// @throws IOException if they cannot be written; the message is a sentence. The change is kept
  ///   in this object nevertheless
  public synchronized List<Bookmark> change(
      TensorFile tensors, UnaryOperator<List<Bookmark>> change) throws IOException {
    Key key = Key.of(tensors);
    List<Bookmark> changed = new ArrayList<>();
    Optional<JsonObjectFile> objectFile = file();
    if (objectFile.isEmpty()) {
      changed.addAll(put(key, change));
    } else {
      JsonObjectFile target = objectFile.get();
      JsonObjectWriter.exclusively(
          target,
          () -> {
            members = JsonObjectWriter.readToChange(target);
            changed.addAll(put(key, change));
            JsonObjectWriter.write(target, members);
          });
    }
    return List.copyOf(changed);
  }

  private List<Bookmark> put(Key key, UnaryOperator<List<Bookmark>> change) {
    Optional<JsonNode> before = stored(key);
    SequencedMap<Long, Bookmark> marks = new TreeMap<>();
    change
        .apply(before.map(key::marks).orElse(List.of()))
        .forEach(mark -> marks.putIfAbsent(mark.byteOffset(), mark));
    List<Bookmark> changed = marks.values().stream().limit(MAX_MARKS).toList();
    List<JsonNode> others = new ArrayList<>();
    members.path(FILES).forEach(others::add);
    before.ifPresent(others::remove);
    ArrayNode all = members.putArray(FILES);
    if (!changed.isEmpty()) {
      all.add(key.node(changed));
    }
    others.stream().limit(MAX_FILES - all.size()).forEach(all::add);
    return changed;
  }
}
