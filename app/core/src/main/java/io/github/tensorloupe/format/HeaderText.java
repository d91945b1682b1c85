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

  private final byte[] bytes;
  private final MetadataText old;

  /// Of repeated keys only.
  private final Map<String, Integer> firstIndex = new HashMap<>();

  private final Map<String, Integer> lastIndex = new HashMap<>();

  private HeaderText(byte[] bytes, MetadataText old) {
    this.bytes = bytes;
    this.old = old;
    for (int i = 0; i < old.members.size(); i++) {
      String key = old.members.get(i).key();
      Integer before = lastIndex.put(key, i);
      if (before != null) {
        firstIndex.putIfAbsent(key, before);
      }
    }
  }

  /// The value of a key that the text has. Not kept: there may be millions.
  private String value(String key) {
    MetadataMember member = old.members.get(lastIndex.get(key));
    return JsonEscapes.text(bytes, member.valueBegin() + 1, member.valueEnd() - 1);
  }

  /// The keys, each where it first occurs.
  private Stream<String> keys() {
    return IntStream.range(0, old.members.size())
        .filter(i -> firstIndex(old.members.get(i).key()) == i)
        .mapToObj(i -> old.members.get(i).key());
  }

  /// The index of the first entry with a key, or null.
  private Integer firstIndex(String key) {
    return firstIndex.getOrDefault(key, lastIndex.get(key));
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

  /// The bytes of a metadata entry, from the opening quote of its key to the closing one of its
  /// value, as file offsets; of a repeated key the last one, which counts. Empty where there is
  /// none.
  public Optional<ByteRange> entryRange(String key) {
    return Optional.ofNullable(lastIndex.get(key))
        .map(old.members::get)
        .map(member -> HeaderParser.fileRange(member.keyBegin(), member.valueEnd()));
  }

  /// The number of bytes that the header could lose without a change of its content: its padding
  /// and the spaces of a spacer.
  public int room() {
    int spaces = unchangedSpacerEnd() < 0 ? 0 : value(Metadata.SPACER_KEY).length();
    return bytes.length - old.rootEnd + spaces;
  }

  /// True if these are the metadata that the text has, in the same order.
  public boolean says(Metadata target) {
    Iterator<Map.Entry<String, String>> others = target.entries().entrySet().iterator();
    return lastIndex.size() == target.entries().size()
        && keys().allMatch(key -> others.next().equals(Map.entry(key, value(key))));
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
    int behind = Words.endOfRun(bytes, member.valueBegin() + 1, end, Words.filledWith(' '));
    return behind == end ? end : -1;
  }

  private void writeWithoutEntries(JsonOutput out) throws UnwritableHeaderException {
    int close = old.closeBegin;
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
    boolean isFirst = old.leadBegin == old.rootBegin + 1;
    boolean isLast = old.commaEnd < 0;
    // The comma before it goes too where none follows.
    out.copy(bytes, 0, isLast && !isFirst ? old.leadBegin - 1 : old.leadBegin);
    out.copy(bytes, isLast ? old.valueEnd : old.commaEnd, old.rootEnd);
  }

  /// Writes the header with changed metadata: what has not changed as it stood in the old text,
  /// what is new in the manner of the last old entry.
  private final class Splice {

    private final SequencedMap<String, String> target;
    private final JsonOutput out;

    /// Entries that are gone: the value of one may go on under another key.
    private final Map<String, Deque<MetadataMember>> droppedByValue = new HashMap<>();

    private String separator = "";
    private int spacerEnd = -1;

    Splice(SequencedMap<String, String> target, JsonOutput out) {
      this.target = target;
      this.out = out;
      keys()
          .filter(key -> !target.containsKey(key))
          .forEach(
              key ->
                  droppedByValue
                      .computeIfAbsent(value(key), _ -> new ArrayDeque<>())
                      .add(old.members.get(lastIndex.get(key))));
    }

    /// @return index in the text behind the spaces of the spacer, or -1 where there is none
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
        out.copy(bytes, old.closeBegin, old.valueEnd - 1);
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
      boolean inOrder = firsts.equals(firsts.stream().sorted().toList());
      int at = 0;
      for (String key : target.keySet()) {
        Integer first = firstIndex(key);
        if (first == null) {
          writeFresh(key);
        } else if (inOrder) {
          writeKept(at, first + 1);
          at = first + 1;
        } else {
          writeKept(lastIndex.get(key), lastIndex.get(key) + 1);
        }
      }
      if (inOrder) {
        writeKept(at, old.members.size());
      }
    }

    /// Writes the entries between two indexes whose keys stay. Where a key is repeated, readers see
    /// the last value.
    private void writeKept(int begin, int end) throws UnwritableHeaderException {
      for (int i = begin; i < end; i++) {
        MetadataMember member = old.members.get(i);
        String value = target.get(member.key());
        if (value == null) {
          continue;
        }
        boolean counts = i == lastIndex.get(member.key());
        boolean same = !counts || value.equals(value(member.key()));
        out.raw(separator);
        separator = ",";
        out.copy(bytes, member.leadBegin(), member.valueBegin());
        writeValue(counts ? member.key() : "", value, same ? member : null);
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
        MetadataMember manner = old.members.getLast();
        out.copy(bytes, manner.leadBegin(), manner.keyBegin());
        out.string(key);
        out.copy(bytes, manner.keyEnd(), manner.valueBegin());
      }
      Deque<MetadataMember> dropped = droppedByValue.get(target.get(key));
      writeValue(key, target.get(key), dropped == null ? null : dropped.poll());
    }

    /// @param key whose value readers see here
    /// @param source of a value that is copied as it stood, or null
    private void writeValue(String key, String value, MetadataMember source)
        throws UnwritableHeaderException {
      int begin = out.byteCount() + 1;
      if (source == null) {
        out.string(value);
      } else {
        out.copy(bytes, source.valueBegin(), source.valueEnd());
      }
      int end = out.byteCount() - 1;
      // There are more bytes than spaces where some are escaped.
      if (key.equals(Metadata.SPACER_KEY)
          && end - begin == value.length()
          && value.chars().allMatch(each -> each == ' ')) {
        spacerEnd = end;
      }
    }
  }
}
