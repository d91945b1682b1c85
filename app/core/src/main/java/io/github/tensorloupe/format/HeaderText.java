package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.format.MetadataText.MetadataMember;

/// The text of a header into which other metadata can be put. Everything else stays byte for byte:
/// white space, the order and the escapes of all names, fields that nobody knows, the entries of
/// all tensors, and the metadata that have not changed.
///
/// The text remembers by itself what stood there before the first entry, so that taking the last
/// one out again gives the old text. Where there was no `__metadata__`, the entries are written
/// without white space before the closing brace, and with the last one the whole member goes. Where
/// it was an object without entries, one space more stands before the brace; where it was `null`, a
/// tab does.
public final class HeaderText {

  private static final byte SPACE = ' ';
  private static final byte TAB = '\t';

  private final byte[] bytes;
  private final MetadataText old;
  private final Metadata metadata;
  private final Map<String, Integer> firstIndex = new HashMap<>();
  private final Map<String, Integer> lastIndex = new HashMap<>();

  private HeaderText(byte[] bytes, MetadataText old) {
    this.bytes = bytes;
    this.old = old;
    List<MetadataMember> members = old.members;
    for (int i = 0; i < members.size(); i++) {
      firstIndex.putIfAbsent(members.get(i).key(), i);
      lastIndex.put(members.get(i).key(), i);
    }
    this.metadata = metadataOf(members);
  }

  /// The text of a header.
  ///
  /// @param header all bytes of the header, its padding included; kept and not changed
  /// @throws IllegalArgumentException if it is not JSON of the form that the reference library
  ///   reads
  public static HeaderText of(byte[] header) {
    try {
      return new HeaderText(header, new MetadataText(header));
    } catch (HeaderSyntaxException e) {
      throw new IllegalArgumentException("no header: " + e.getMessage(), e);
    }
  }

  private Metadata metadataOf(List<MetadataMember> members) {
    SequencedMap<String, String> entries = new LinkedHashMap<>();
    for (MetadataMember member : members) {
      entries.put(member.key(), valueOf(member));
    }
    return new Metadata(entries);
  }

  private String valueOf(MetadataMember member) {
    return JsonEscapes.text(bytes, member.valueBegin() + 1, member.valueEnd() - 1);
  }

  /// The metadata that the text has now; without entries also where there are none.
  public Metadata metadata() {
    return metadata;
  }

  /// The number of bytes that the header could lose without a change of its content: its padding
  /// and the spaces of a spacer.
  public int room() {
    int spaces = unchangedSpacerEnd() < 0 ? 0 : spacerOf(metadata).length();
    return bytes.length - old.rootEnd + spaces;
  }

  /// True if these are the metadata that the text has, in the same order.
  public boolean says(Metadata target) {
    Iterator<Map.Entry<String, String>> others = target.entries().entrySet().iterator();
    for (Map.Entry<String, String> entry : metadata.entries().entrySet()) {
      if (!others.hasNext() || !others.next().equals(entry)) {
        return false;
      }
    }
    return !others.hasNext();
  }

  /// The text with other metadata in place of its own.
  ///
  /// @param target all metadata, in order
  /// @throws UnwritableHeaderException if a text is not Unicode, or the header becomes longer than
  ///   the reference library reads
  public SplicedHeader with(Metadata target) throws UnwritableHeaderException {
    JsonOutput out = new JsonOutput();
    int spacerEnd = -1;
    if (says(target)) {
      out.copy(bytes, 0, old.rootEnd);
      spacerEnd = unchangedSpacerEnd();
    } else if (target.entries().isEmpty()) {
      writeWithoutEntries(out);
    } else {
      spacerEnd = writeEntries(out, target);
    }
    int spacerLength = spacerEnd < 0 ? 0 : spacerOf(target).length();
    return new SplicedHeader(out.toBytes(), spacerEnd, spacerLength);
  }

  private static String spacerOf(Metadata metadata) {
    return metadata.entries().get(Metadata.SPACER_KEY);
  }

  private int unchangedSpacerEnd() {
    Integer index = lastIndex.get(Metadata.SPACER_KEY);
    if (index == null) {
      return -1;
    }
    MetadataMember member = old.members.get(index);
    return isSpaces(member) ? member.valueEnd() - 1 : -1;
  }

  private boolean isSpaces(MetadataMember member) {
    for (int i = member.valueBegin() + 1; i < member.valueEnd() - 1; i++) {
      if (bytes[i] != SPACE) {
        return false;
      }
    }
    return true;
  }

  private void writeWithoutEntries(JsonOutput out) throws UnwritableHeaderException {
    int close = old.closeBegin;
    int closeEnd = old.valueEnd - 1;
    if (close == closeEnd) {
      writeWithoutMember(out);
      return;
    }
    out.copy(bytes, 0, old.valueBegin);
    if (closeEnd - close == 1 && bytes[close] == TAB) {
      out.raw("null");
    } else {
      out.raw("{");
      out.copy(bytes, close, bytes[closeEnd - 1] == SPACE ? closeEnd - 1 : closeEnd);
      out.raw("}");
    }
    out.copy(bytes, old.valueEnd, old.rootEnd);
  }

  private void writeWithoutMember(JsonOutput out) throws UnwritableHeaderException {
    boolean isFirst = old.leadBegin == old.rootBegin + 1;
    boolean isLast = old.commaEnd < 0;
    // The comma before it goes too where none follows.
    out.copy(bytes, 0, isLast && !isFirst ? old.leadBegin - 1 : old.leadBegin);
    out.copy(bytes, isLast ? old.valueEnd : old.commaEnd, old.rootEnd);
  }

  /// Writes the header with entries.
  ///
  /// @return index in the text behind the spaces of the spacer, or -1 where there is none
  private int writeEntries(JsonOutput out, Metadata target) throws UnwritableHeaderException {
    if (old.isPresent) {
      out.copy(bytes, 0, old.valueBegin);
    } else {
      out.copy(bytes, 0, old.rootBegin + 1);
      out.string(HeaderParser.METADATA_KEY);
      out.raw(":");
    }
    out.raw("{");
    EntrySplice splice = new EntrySplice(target, out);
    splice.write(pieces(target));
    writeClose(out);
    out.copy(bytes, old.isPresent ? old.valueEnd : old.rootBegin + 1, old.rootEnd);
    return splice.spacerEnd;
  }

  private void writeClose(JsonOutput out) throws UnwritableHeaderException {
    if (!old.isPresent) {
      out.raw(old.hasOtherMembers() ? "}," : "}");
      return;
    }
    if (old.isNull) {
      out.raw("\t");
    } else {
      out.copy(bytes, old.closeBegin, old.valueEnd - 1);
      out.raw(old.members.isEmpty() ? " " : "");
    }
    out.raw("}");
  }

  private List<Piece> pieces(Metadata target) {
    List<Piece> pieces = new ArrayList<>();
    boolean inOrder = keepsOrder(target);
    int at = 0;
    for (String key : target.entries().keySet()) {
      Integer first = firstIndex.get(key);
      if (first == null) {
        pieces.add(new Fresh(key));
      } else if (inOrder) {
        addRepeated(pieces, target, at, first);
        pieces.add(new Kept(first, first.equals(lastIndex.get(key))));
        at = first + 1;
      } else {
        pieces.add(new Kept(lastIndex.get(key), true));
      }
    }
    if (inOrder) {
      addRepeated(pieces, target, at, old.members.size());
    }
    return pieces;
  }

  private boolean keepsOrder(Metadata target) {
    int at = -1;
    for (String key : target.entries().keySet()) {
      Integer first = firstIndex.get(key);
      if (first != null && first < at) {
        return false;
      }
      at = first == null ? at : first;
    }
    return true;
  }

  /// Entries between two indexes that repeat a key that stays.
  private void addRepeated(List<Piece> pieces, Metadata target, int begin, int end) {
    for (int i = begin; i < end; i++) {
      String key = old.members.get(i).key();
      if (target.entries().containsKey(key) && firstIndex.get(key) < i) {
        pieces.add(new Kept(i, i == lastIndex.get(key)));
      }
    }
  }

  /// One entry to write.
  private sealed interface Piece {}

  /// An entry of the old text.
  ///
  /// @param index in the old text
  /// @param counts true if its value is the one that readers see: a key may be repeated
  private record Kept(int index, boolean counts) implements Piece {}

  /// An entry whose key is not in the old text.
  private record Fresh(String key) implements Piece {}

  /// Writes the entries of changed metadata: what has not changed as it stood in the old text, what
  /// is new in the manner of the last old entry.
  private final class EntrySplice {

    private final Metadata target;
    private final JsonOutput out;
    private final Map<String, Deque<MetadataMember>> droppedByValue = new HashMap<>();

    /// Index in the text behind the spaces of the spacer, or -1 where there is none.
    int spacerEnd = -1;

    EntrySplice(Metadata target, JsonOutput out) {
      this.target = target;
      this.out = out;
    }

    /// Writes entries with the commas between them.
    void write(List<Piece> pieces) throws UnwritableHeaderException {
      collectDropped();
      boolean first = true;
      for (Piece piece : pieces) {
        out.raw(first ? "" : ",");
        first = false;
        switch (piece) {
          case Kept(int index, boolean counts) -> writeKept(old.members.get(index), counts);
          case Fresh(String key) -> writeFresh(key);
        }
      }
    }

    /// Entries that are gone: the value of one may go on under another key.
    private void collectDropped() {
      Map<String, MetadataMember> dropped = new LinkedHashMap<>();
      for (MetadataMember member : old.members) {
        if (!target.entries().containsKey(member.key())) {
          dropped.put(member.key(), member);
        }
      }
      dropped.forEach(
          (key, member) ->
              droppedByValue
                  .computeIfAbsent(metadata.entries().get(key), _ -> new ArrayDeque<>())
                  .add(member));
    }

    private void writeKept(MetadataMember member, boolean counts) throws UnwritableHeaderException {
      String value = target.entries().get(member.key());
      boolean same = !counts || value.equals(metadata.entries().get(member.key()));
      out.copy(bytes, member.leadBegin(), member.valueBegin());
      int from = out.byteCount();
      if (same) {
        out.copy(bytes, member.valueBegin(), member.valueEnd());
      } else {
        out.string(value);
      }
      if (counts) {
        noteSpacer(member.key(), value, out.byteCount() - from - 2);
      }
      out.copy(bytes, member.valueEnd(), member.trailEnd());
    }

    private void writeFresh(String key) throws UnwritableHeaderException {
      String value = target.entries().get(key);
      Deque<MetadataMember> dropped = droppedByValue.get(value);
      MetadataMember renamed = dropped == null ? null : dropped.poll();
      MetadataMember manner = old.members.isEmpty() ? null : old.members.getLast();
      if (manner == null) {
        out.string(key);
        out.raw(":");
      } else {
        out.copy(bytes, manner.leadBegin(), manner.keyBegin());
        out.string(key);
        out.copy(bytes, manner.keyEnd(), manner.valueBegin());
      }
      int from = out.byteCount();
      if (renamed == null) {
        out.string(value);
      } else {
        out.copy(bytes, renamed.valueBegin(), renamed.valueEnd());
      }
      noteSpacer(key, value, out.byteCount() - from - 2);
    }

    /// @param length the bytes between the quotes as they were written, which are more than the
    ///   spaces where some are escaped
    private void noteSpacer(String key, String value, int length) {
      if (key.equals(Metadata.SPACER_KEY)
          && length == value.length()
          && value.chars().allMatch(each -> each == ' ')) {
        spacerEnd = out.byteCount() - 1;
      }
    }
  }
}
