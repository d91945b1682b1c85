package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.format.MetadataText.MetadataMember;

/// The text of a header, for replacing its metadata. Preserves all other bytes: white space, order
/// and escapes of names, unknown fields, tensor entries and unchanged metadata entries.
///
/// Adding entries and removing them again restores the original text. White space before the
/// closing brace of the metadata encodes the original form: an additional space for an empty map, a
/// tab for `null`, nothing for an absent `__metadata__`.
public final class HeaderText {

  private final byte[] bytes;
  private final MetadataText old;

  /// Contains only repeated keys.
  private final Map<String, Integer> firstIndex = new HashMap<>();

  /// In the order of the first occurrences.
  private final SequencedMap<String, Integer> lastIndex = new LinkedHashMap<>();

  private HeaderText(byte[] bytes, MetadataText old) {
    this.bytes = bytes;
    this.old = old;
    for (int i = 0; i < old.members.size(); i++) {
      String key = old.members.get(i).key();
      Integer previous = lastIndex.put(key, i);
      if (previous != null) {
        firstIndex.putIfAbsent(key, previous);
      }
    }
  }

  /// Decodes the value of an existing key. Not cached, because a header may have millions of
  /// entries.
  private String value(String key) {
    MetadataMember member = old.members.get(lastIndex.get(key));
    return JsonEscapes.text(bytes, member.valueBegin() + 1, member.valueEnd() - 1);
  }

  private Integer firstIndex(String key) {
    return firstIndex.getOrDefault(key, lastIndex.get(key));
  }

  /// Parses a header.
  ///
  /// @param header the header with its padding; retained, not modified
  /// @throws IllegalArgumentException if the reference library refuses the JSON
  public static HeaderText of(byte[] header) {
    try {
      return new HeaderText(header, new MetadataText(header));
    } catch (HeaderSyntaxException e) {
      throw new IllegalArgumentException("no header: " + e.getMessage(), e);
    }
  }

  /// Returns the file offsets of the last metadata entry with this key, from the opening quote of
  /// the key to the closing quote of the value, or empty if the key does not exist.
  public Optional<ByteRange> entryRange(String key) {
    return Optional.ofNullable(lastIndex.get(key))
        .map(old.members::get)
        .map(member -> HeaderParser.fileRange(member.keyBegin(), member.valueEnd()));
  }

  /// Returns the number of bytes that new metadata can occupy: the padding and the spaces of a
  /// spacer.
  public int freeByteCount() {
    int spaces = unchangedSpacerEnd() < 0 ? 0 : value(Metadata.SPACER_KEY).length();
    return bytes.length - old.rootEnd + spaces;
  }

  /// Returns true if the metadata has these entries in this order.
  public boolean hasMetadata(Metadata target) {
    Iterator<Map.Entry<String, String>> others = target.entries().entrySet().iterator();
    return lastIndex.size() == target.entries().size()
        && lastIndex.keySet().stream()
            .allMatch(key -> others.next().equals(Map.entry(key, value(key))));
  }

  /// Returns the header with its metadata replaced.
  ///
  /// @param target the complete new metadata, in order
  /// @throws UnwritableHeaderException if a key or value contains an unpaired surrogate, or if the
  ///   header exceeds the limit of the reference library
  public SplicedHeader withMetadata(Metadata target) throws UnwritableHeaderException {
    JsonOutput out = new JsonOutput();
    int spacerEnd = -1;
    if (hasMetadata(target)) {
      out.copy(bytes, 0, old.rootEnd);
      spacerEnd = unchangedSpacerEnd();
    } else if (target.entries().isEmpty()) {
      writeWithoutEntries(out);
    } else {
      spacerEnd = new Splice(target.entries(), out).write();
    }
    int spacerLength = spacerEnd < 0 ? 0 : target.entries().get(Metadata.SPACER_KEY).length();
    return new SplicedHeader(out.toBytes(), spacerEnd, spacerLength);
  }

  private int unchangedSpacerEnd() {
    Integer index = lastIndex.get(Metadata.SPACER_KEY);
    if (index == null) {
      return -1;
    }
    MetadataMember member = old.members.get(index);
    int end = member.valueEnd() - 1;
    int runEnd = Words.endOfRun(bytes, member.valueBegin() + 1, end, Words.broadcast(' '));
    return runEnd == end ? end : -1;
  }

  private void writeWithoutEntries(JsonOutput out) throws UnwritableHeaderException {
    int close = old.contentEnd;
    int closeEnd = old.valueEnd - 1;
    if (close == closeEnd) {
      writeWithoutMember(out);
      return;
    }
    out.copy(bytes, 0, old.valueBegin);
    if (closeEnd - close == 1 && bytes[close] == '\t') {
      out.raw("null");
    } else {
      out.raw("{");
      out.copy(bytes, close, bytes[closeEnd - 1] == ' ' ? closeEnd - 1 : closeEnd);
      out.raw("}");
    }
    out.copy(bytes, old.valueEnd, old.rootEnd);
  }

  private void writeWithoutMember(JsonOutput out) throws UnwritableHeaderException {
    boolean isFirst = old.precedingEnd == old.rootBegin + 1;
    boolean isLast = old.commaEnd < 0;
    // Without a following comma, removes the preceding one.
    out.copy(bytes, 0, isLast && !isFirst ? old.precedingEnd - 1 : old.precedingEnd);
    out.copy(bytes, isLast ? old.valueEnd : old.commaEnd, old.rootEnd);
  }

  /// Writes a header with changed metadata. Copies unchanged entries and formats new entries like
  /// the last existing entry.
  private final class Splice {

    private final SequencedMap<String, String> target;
    private final JsonOutput out;

    /// Removed entries by value. A new key with the value of a removed entry is a rename.
    private final Map<String, Deque<MetadataMember>> droppedByValue = new HashMap<>();

    private String separator = "";
    private int spacerEnd = -1;

    Splice(SequencedMap<String, String> target, JsonOutput out) {
      this.target = target;
      this.out = out;
      lastIndex.forEach(
          (key, index) -> {
            if (!target.containsKey(key)) {
              droppedByValue
                  .computeIfAbsent(value(key), _ -> new ArrayDeque<>())
                  .add(old.members.get(index));
            }
          });
    }

    /// @return index after the spaces of the spacer, or -1 without a spacer
    int write() throws UnwritableHeaderException {
      if (old.isPresent) {
        out.copy(bytes, 0, old.valueBegin);
      } else {
        out.copy(bytes, 0, old.rootBegin + 1);
        out.string(HeaderParser.METADATA_KEY);
        out.raw(":");
      }
      out.raw("{");
      writeEntries();
      if (!old.isPresent) {
        out.raw(old.memberCount > 0 ? "}," : "}");
      } else if (bytes[old.valueBegin] == 'n') {
        out.raw("\t}");
      } else {
        out.copy(bytes, old.contentEnd, old.valueEnd - 1);
        out.raw(old.members.isEmpty() ? " }" : "}");
      }
      out.copy(bytes, old.isPresent ? old.valueEnd : old.rootBegin + 1, old.rootEnd);
      return spacerEnd;
    }

    private void writeEntries() throws UnwritableHeaderException {
      List<Integer> firsts =
          target.keySet().stream()
              .map(HeaderText.this::firstIndex)
              .filter(Objects::nonNull)
              .toList();
      boolean isInOrder = firsts.equals(firsts.stream().sorted().toList());
      int at = 0;
      for (String key : target.keySet()) {
        Integer first = firstIndex(key);
        if (first == null) {
          writeFresh(key);
        } else if (isInOrder) {
          writeExisting(at, first + 1);
          at = first + 1;
        } else {
          writeExisting(lastIndex.get(key), lastIndex.get(key) + 1);
        }
      }
      if (isInOrder) {
        writeExisting(at, old.members.size());
      }
    }

    /// Writes the entries between two indexes, except removed ones.
    private void writeExisting(int begin, int end) throws UnwritableHeaderException {
      for (int i = begin; i < end; i++) {
        MetadataMember member = old.members.get(i);
        String value = target.get(member.key());
        if (value == null) {
          continue;
        }
        boolean counts = i == lastIndex.get(member.key());
        boolean isUnchanged = !counts || value.equals(value(member.key()));
        out.raw(separator);
        separator = ",";
        out.copy(bytes, member.precedingEnd(), member.valueBegin());
        writeValue(counts ? member.key() : "", value, isUnchanged ? member : null);
        out.copy(bytes, member.valueEnd(), member.trailEnd());
      }
    }

    private void writeFresh(String key) throws UnwritableHeaderException {
      out.raw(separator);
      separator = ",";
      if (old.members.isEmpty()) {
        out.string(key);
        out.raw(":");
      } else {
        MetadataMember template = old.members.getLast();
        out.copy(bytes, template.precedingEnd(), template.keyBegin());
        out.string(key);
        out.copy(bytes, template.keyEnd(), template.valueBegin());
      }
      Deque<MetadataMember> dropped = droppedByValue.get(target.get(key));
      writeValue(key, target.get(key), dropped == null ? null : dropped.poll());
    }

    /// @param source the entry whose value is copied, or null to format the value
    private void writeValue(String key, String value, MetadataMember source)
        throws UnwritableHeaderException {
      int begin = out.byteCount() + 1;
      if (source == null) {
        out.string(value);
      } else {
        out.copy(bytes, source.valueBegin(), source.valueEnd());
      }
      int end = out.byteCount() - 1;
      // An escaped space is longer than one byte.
      if (key.equals(Metadata.SPACER_KEY)
          && end - begin == value.length()
          && value.chars().allMatch(each -> each == ' ')) {
        spacerEnd = end;
      }
    }
  }
}
