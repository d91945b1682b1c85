package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The directory at the end of an archive. The local headers are not read.
///
/// @param isReadable false if the archive has no directory, or an invalid one
/// @param begin the file offset of the directory
/// @param entries the entries in the order of the directory, without data offsets
/// @param findings the errors of the directory
/// @param isTrusted false if the directory is unreadable, or if readers may choose different
///   entries
public record ZipDirectory(
    ByteSource file,
    boolean isReadable,
    long begin,
    List<ArchiveEntry> entries,
    List<Finding> findings,
    boolean isTrusted) {

  /// Limits of this program, which bound the memory for a directory.
  private static final int MAX_DIRECTORY_BYTES = 64 << 20;

  private static final int MAX_ENTRIES = 1 << 19;

  private static final int END_BYTES = 22;
  private static final int LOCATOR_BYTES = 20;
  private static final int END_64_BYTES = 56;
  private static final int MAX_COMMENT_BYTES = 0xffff;

  // Files of unknown type are searched for a directory, so little is read.
  private static final int MAX_COMMENT_BYTES_AFTER_PREFIX = 2000;
  private static final int ENTRY_BYTES = 46;
  private static final int ZIP_64_FIELD = 1;

  /// The value in place of a number that needs 64 bits.
  private static final long MAX_32 = 0xffffffffL;

  private static final int UNICODE_PATH_FIELD = 0x7075;

  static final int LOCAL = 0x04034b50;
  private static final int ENTRY = 0x02014b50;
  private static final int END = 0x06054b50;
  private static final int END_64 = 0x06064b50;
  private static final int LOCATOR_64 = 0x07064b50;

  private static final int MAX_LISTED_NAMES = 8;

  /// The position of a directory.
  ///
  /// @param begin its file offset
  /// @param count the declared number of entries
  /// @param prefix the number of bytes before the archive
  /// @param isCountExact false if the count is modulo 65,536
  /// @param isAmbiguous true if the 32-bit and the 64-bit position differ
  private record Location(
      long begin,
      long byteCount,
      long count,
      long prefix,
      boolean isCountExact,
      boolean isAmbiguous) {}

  /// Finds the directory of an archive. An archive may follow other data.
  ///
  /// @param head the first bytes of the file
  /// @return the directory, or empty if the file is not an archive
  public static Optional<ZipDirectory> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    boolean hasMagic = hasMagic(head);
    // The header of a damaged safetensors file begins with a brace.
    if (file.length() < END_BYTES && !hasMagic || head.length > 8 && head[8] == '{') {
      return Optional.empty();
    }
    int commentBytes = hasMagic ? MAX_COMMENT_BYTES : MAX_COMMENT_BYTES_AFTER_PREFIX;
    long tailBegin =
        Math.max(0, file.length() - END_BYTES - commentBytes - END_64_BYTES - LOCATOR_BYTES);
    ByteBuffer tail = buffer(file, tailBegin, (int) (file.length() - tailBegin));
    List<Location> locations = new ArrayList<>();
    boolean hasEnd = false;
    boolean hasExactEnd = false;
    for (int at = tail.limit() - END_BYTES; at >= 0; at--) {
      if (tail.getInt(at) != END) {
        continue;
      }
      cancellation.check();
      hasEnd = true;
      int commentEnd = at + END_BYTES + unsigned(tail.getShort(at + 20));
      boolean isExact = commentEnd == tail.limit();
      // The end of a stored archive inside this one is not a candidate.
      if (isExact || !hasExactEnd && locations.isEmpty() && hasMagic) {
        Optional<Location> location = location(file, tail, tailBegin, at);
        location.ifPresent(locations::add);
        hasExactEnd |= isExact && location.isPresent();
      }
    }
    if (locations.isEmpty()) {
      return hasMagic ? Optional.of(unreadable(file, hasEnd)) : Optional.empty();
    }
    if (locations.size() > 1 || locations.getFirst().isAmbiguous) {
      Sentence sentence =
          Sentence.of("The archive has several directories. Readers use different ones.");
      return Optional.of(unreadable(file, Finding.of(FindingCode.ZIP_AMBIGUOUS, sentence)));
    }
    return Optional.of(read(file, locations.getFirst(), cancellation));
  }

  static boolean hasMagic(byte[] head) {
    int magic = head.length < 4 ? 0 : ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
    return magic == LOCAL || magic == END;
  }

  private static ZipDirectory unreadable(ByteSource file, boolean hasEnd) {
    return unreadable(
        file,
        hasEnd
            ? malformed("The directory at the end of the archive is not where its position says.")
            : Finding.of(
                FindingCode.ZIP_TRUNCATED,
                Sentence.of("The archive is truncated: the directory at its end is missing."),
                new ByteRange(0, file.length())));
  }

  private static ZipDirectory unreadable(ByteSource file, Finding finding) {
    return new ZipDirectory(file, false, 0, List.of(), List.of(finding), false);
  }

  private static Finding malformed(String sentence, Object... arguments) {
    return Finding.of(FindingCode.ZIP_MALFORMED, Sentence.of(sentence, arguments));
  }

  private static Optional<Location> location(
      ByteSource file, ByteBuffer tail, long tailBegin, int at) throws IOException {
    long count = unsigned(tail.getShort(at + 10));
    long byteCount = unsigned(tail.getInt(at + 12));
    long declared = unsigned(tail.getInt(at + 16));
    long end = tailBegin + at;
    boolean isExact = false;
    boolean isAmbiguous = false;
    int locator = at - LOCATOR_BYTES;
    boolean is64 = locator >= 0 && tail.getInt(locator) == LOCATOR_64;
    if (is64) {
      // A prefix moves the record, so its declared position counts only without one.
      long[] positions = {tail.getLong(locator + 8), end - LOCATOR_BYTES - END_64_BYTES};
      for (long position : positions) {
        if (position >= 0 && position <= file.length() - END_64_BYTES) {
          ByteBuffer record = buffer(file, position, END_64_BYTES);
          if (record.getInt(0) == END_64) {
            isAmbiguous =
                byteCount != MAX_32 && byteCount != record.getLong(40)
                    || declared != MAX_32 && declared != record.getLong(48);
            count = record.getLong(32);
            byteCount = record.getLong(40);
            declared = record.getLong(48);
            end = position;
            isExact = true;
            break;
          }
        }
      }
    }
    // Other records may follow the directory; then its declared position is used.
    for (long begin : new long[] {end - byteCount, declared}) {
      boolean isInside = begin >= 0 && byteCount >= 0 && byteCount <= end - begin;
      if (isInside && declared >= 0 && begin >= declared && isDirectory(file, begin, byteCount)) {
        return Optional.of(
            new Location(begin, byteCount, count, begin - declared, isExact, isAmbiguous));
      }
    }
    return Optional.empty();
  }

  private static boolean isDirectory(ByteSource file, long begin, long byteCount)
      throws IOException {
    return byteCount == 0 || byteCount >= ENTRY_BYTES && file.readLittleEndian(begin, 4) == ENTRY;
  }

  private static ZipDirectory read(ByteSource file, Location location, Cancellation cancellation)
      throws IOException {
    if (location.byteCount > MAX_DIRECTORY_BYTES
        || Long.compareUnsigned(location.count, MAX_ENTRIES) > 0) {
      return unreadable(
          file,
          malformed(
              "The directory of the archive has {0} entries in {1} bytes. At most {2} entries in"
                  + " {3} bytes are read.",
              location.count, location.byteCount, MAX_ENTRIES, MAX_DIRECTORY_BYTES));
    }
    ByteBuffer bytes = buffer(file, location.begin, (int) location.byteCount);
    List<ArchiveEntry> entries = new ArrayList<>();
    SequencedSet<String> renamed = new LinkedHashSet<>();
    while (bytes.remaining() >= ENTRY_BYTES && bytes.getInt(bytes.position()) == ENTRY) {
      cancellation.check();
      Optional<ArchiveEntry> entry = entry(bytes, location.prefix, renamed);
      if (entry.isEmpty() || entries.size() == MAX_ENTRIES) {
        break;
      }
      entries.add(entry.get());
    }
    long counted = location.isCountExact ? entries.size() : unsigned((short) entries.size());
    if (bytes.hasRemaining() || counted != location.count) {
      return unreadable(
          file,
          malformed(
              "The directory of the archive declares {0} {0#entry|entries}, but only {1} can be"
                  + " read.",
              location.count, entries.size()));
    }
    List<Finding> findings = new ArrayList<>();
    addRepeated(entries, findings);
    addNames(
        FindingCode.ZIP_AMBIGUOUS,
        "The archive contains a second name for {0}.",
        renamed,
        findings);
    boolean isTrusted = findings.isEmpty();
    SequencedSet<String> unsafe = new LinkedHashSet<>();
    entries.stream()
        .filter(ArchiveEntry::isUnsafe)
        .limit(MAX_LISTED_NAMES + 1)
        .forEach(entry -> unsafe.add(entry.name()));
    addNames(
        FindingCode.ZIP_UNSAFE_PATH,
        "Names in the archive lead out of its folder: {0}. Do not extract it.",
        unsafe,
        findings);
    return new ZipDirectory(
        file, true, location.begin, List.copyOf(entries), List.copyOf(findings), isTrusted);
  }

  private static void addRepeated(List<ArchiveEntry> entries, List<Finding> findings) {
    Set<String> names = new TreeSet<>();
    SequencedSet<String> repeated = new LinkedHashSet<>();
    for (ArchiveEntry entry : entries) {
      String name = nameInC(entry);
      if (!names.add(name) && repeated.size() <= MAX_LISTED_NAMES) {
        repeated.add(name);
      }
    }
    addNames(
        FindingCode.ZIP_DUPLICATE_NAME,
        "The archive contains several entries with the same name: {0}. Readers use different"
            + " ones.",
        repeated,
        findings);
  }

  /// Readers in C and Python end a name at a NUL.
  private static String nameInC(ArchiveEntry entry) {
    int nul = entry.name().indexOf('\0');
    return nul < 0 ? entry.name() : entry.name().substring(0, nul);
  }

  /// Returns the directory for readers that ignore the case of names, such as PyTorch. Names that
  /// differ only in case are ambiguous.
  public ZipDirectory ignoringCase() {
    Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    SequencedSet<String> similar = new LinkedHashSet<>();
    for (ArchiveEntry entry : entries) {
      String name = nameInC(entry);
      String first = names.putIfAbsent(name, name);
      if (first != null && !first.equals(name) && similar.size() <= MAX_LISTED_NAMES) {
        similar.add(name);
      }
    }
    List<Finding> all = new ArrayList<>(findings);
    addNames(
        FindingCode.ZIP_AMBIGUOUS,
        "The archive contains several entries whose names differ only in case: {0}. Readers use"
            + " different ones.",
        similar,
        all);
    return new ZipDirectory(
        file, isReadable, begin, entries, List.copyOf(all), isTrusted && similar.isEmpty());
  }

  private static void addNames(
      FindingCode code, String sentence, Collection<String> names, List<Finding> findings) {
    if (!names.isEmpty()) {
      findings.add(Finding.of(code, Sentence.of(sentence, DisplayText.ofAll(names))));
    }
  }

  private static Optional<ArchiveEntry> entry(
      ByteBuffer bytes, long prefix, SequencedSet<String> renamed) {
    int at = bytes.position();
    int nameBytes = unsigned(bytes.getShort(at + 28));
    int extraBytes = unsigned(bytes.getShort(at + 30));
    int commentBytes = unsigned(bytes.getShort(at + 32));
    int end = at + ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
    if (end > bytes.limit()) {
      return Optional.empty();
    }
    String name = name(bytes.slice(at + ENTRY_BYTES, nameBytes));
    ByteBuffer extra = slice(bytes, at + ENTRY_BYTES + nameBytes, extraBytes);
    long[] sizes = {
      unsigned(bytes.getInt(at + 24)),
      unsigned(bytes.getInt(at + 20)),
      unsigned(bytes.getInt(at + 42))
    };
    if (!replaceSizes(extra, sizes) || Arrays.stream(sizes).anyMatch(size -> size < 0)) {
      return Optional.empty();
    }
    Optional<ByteBuffer> path = field(extra, UNICODE_PATH_FIELD);
    if (path.isPresent() && path.get().limit() > 5 && renamed.size() <= MAX_LISTED_NAMES) {
      ByteBuffer other = path.get();
      if (!name(other.slice(5, other.limit() - 5)).equals(name)) {
        renamed.add(name);
      }
    }
    int flags = unsigned(bytes.getShort(at + 8));
    int method = unsigned(bytes.getShort(at + 10));
    int crc = bytes.getInt(at + 16);
    bytes.position(end);
    long offset = sizes[2] + prefix;
    return offset < 0
        ? Optional.empty()
        : Optional.of(
            new ArchiveEntry(
                name, flags, method, crc, sizes[1], sizes[0], offset, OptionalLong.empty()));
  }

  /// Replaces values of 2³²-1 by the 64-bit values of the extra field.
  ///
  /// @return false if a value is missing
  static boolean replaceSizes(ByteBuffer extra, long... sizes) {
    Optional<ByteBuffer> field = field(extra, ZIP_64_FIELD);
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] == MAX_32 && field.isPresent()) {
        if (field.get().remaining() < Long.BYTES) {
          return false;
        }
        sizes[i] = field.get().getLong();
      }
    }
    return true;
  }

  private static Optional<ByteBuffer> field(ByteBuffer extra, int id) {
    int at = 0;
    while (at + 4 <= extra.limit()) {
      int byteCount = unsigned(extra.getShort(at + 2));
      if (byteCount > extra.limit() - at - 4) {
        break;
      }
      if (unsigned(extra.getShort(at)) == id) {
        return Optional.of(slice(extra, at + 4, byteCount));
      }
      at += 4 + byteCount;
    }
    return Optional.empty();
  }

  /// Decodes a name from UTF-8, or from Latin-1 if it is not UTF-8.
  static String name(ByteBuffer bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
    } catch (CharacterCodingException e) {
      return StandardCharsets.ISO_8859_1.decode(bytes).toString();
    }
  }

  static ByteBuffer buffer(ByteSource file, long begin, int byteCount) throws IOException {
    return ByteBuffer.wrap(file.read(begin, byteCount)).order(ByteOrder.LITTLE_ENDIAN);
  }

  static ByteBuffer slice(ByteBuffer bytes, int begin, int byteCount) {
    return bytes.slice(begin, byteCount).order(ByteOrder.LITTLE_ENDIAN);
  }

  static int unsigned(short value) {
    return Short.toUnsignedInt(value);
  }

  static long unsigned(int value) {
    return Integer.toUnsignedLong(value);
  }
}
