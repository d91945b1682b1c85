package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.format.MetadataText.MetadataMember;

/// Writes the entries of changed metadata: what has not changed as it stood in the old text, what
/// is new in the manner of the last old entry.
final class EntrySplice {

  /// One entry to write.
  sealed interface Piece {}

  /// An entry of the old text.
  ///
  /// @param index in the old text
  /// @param counts true if its value is the one that readers see: a key may be repeated
  record Kept(int index, boolean counts) implements Piece {}

  /// An entry whose key is not in the old text.
  record Fresh(String key) implements Piece {}

  private final byte[] bytes;
  private final List<MetadataMember> members;
  private final JsonOutput out;
  private final Map<String, Deque<MetadataMember>> droppedByValue = new HashMap<>();
  private Metadata before;
  private Metadata target;
  private int spacerEnd = -1;

  EntrySplice(byte[] bytes, List<MetadataMember> members, JsonOutput out) {
    this.bytes = bytes;
    this.members = members;
    this.out = out;
  }

  /// Writes entries with the commas between them.
  void write(Metadata metadataBefore, Metadata metadata, List<Piece> pieces)
      throws UnwritableHeaderException {
    before = metadataBefore;
    target = metadata;
    collectDropped();
    boolean first = true;
    for (Piece piece : pieces) {
      out.raw(first ? "" : ",");
      first = false;
      switch (piece) {
        case Kept(int index, boolean counts) -> writeKept(members.get(index), counts);
        case Fresh(String key) -> writeFresh(key);
      }
    }
  }

  /// Entries that are gone: the value of one may go on under another key.
  private void collectDropped() {
    Map<String, MetadataMember> dropped = new LinkedHashMap<>();
    for (MetadataMember member : members) {
      if (!target.entries().containsKey(member.key())) {
        dropped.put(member.key(), member);
      }
    }
    dropped.forEach(
        (key, member) ->
            droppedByValue
                .computeIfAbsent(before.entries().get(key), _ -> new ArrayDeque<>())
                .add(member));
  }

  private void writeKept(MetadataMember member, boolean counts) throws UnwritableHeaderException {
    String value = target.entries().get(member.key());
    boolean same = !counts || value.equals(before.entries().get(member.key()));
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
    MetadataMember manner = members.isEmpty() ? null : members.getLast();
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

  /// Index in the text behind the spaces of the spacer, or -1 where there is none.
  int spacerEnd() {
    return spacerEnd;
  }
}
