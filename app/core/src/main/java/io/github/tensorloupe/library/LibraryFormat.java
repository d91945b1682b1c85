package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.library.HeaderMemory.FileSummary;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Clause;
import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoFunction;

/// Summaries of headers as bytes. Whatever was not written by this is an [IOException] or an
/// [IllegalArgumentException] to read.
final class LibraryFormat {

  /// Longer texts are none that this has written.
  private static final int MAX_TEXT_BYTES = 1 << 20;

  private static final int MAX_ARGUMENTS = 10_000;
  private static final int MAX_DEPTH = 30;

  private LibraryFormat() {}

  static void write(DataOutputStream out, FileSummary summary) throws IOException {
    FileIdentity identity = summary.identity();
    writeOptional(out, identity.fileKey(), LibraryFormat::writeText);
    out.writeLong(identity.byteLength());
    Instant modified = identity.modified().toInstant();
    out.writeLong(modified.getEpochSecond());
    out.writeInt(modified.getNano());
    writeText(out, identity.headSha256());
    out.writeInt(summary.tensorCount());
    out.writeByte(summary.dtypeBytes().size());
    for (Map.Entry<Dtype, Long> each : summary.dtypeBytes().entrySet()) {
      writeText(out, each.getKey().name());
      out.writeLong(each.getValue());
    }
    writeOptional(out, summary.refusal(), LibraryFormat::writeSentence);
    writeOptional(out, summary.facts(), LibraryFormat::write);
  }

  static FileSummary readSummary(DataInputStream in) throws IOException {
    Optional<String> fileKey = readOptional(in, LibraryFormat::readText);
    long byteLength = in.readLong();
    FileTime modified = FileTime.from(Instant.ofEpochSecond(in.readLong(), in.readInt()));
    FileIdentity identity = new FileIdentity(fileKey, byteLength, modified, readText(in));
    int tensorCount = in.readInt();
    Map<Dtype, Long> dtypeBytes = new EnumMap<>(Dtype.class);
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      dtypeBytes.put(Dtype.valueOf(readText(in)), in.readLong());
    }
    return new FileSummary(
        identity,
        tensorCount,
        dtypeBytes,
        readOptional(in, LibraryFormat::readSentence),
        readOptional(in, LibraryFormat::readFacts));
  }

  static void write(DataOutputStream out, ModelFacts facts) throws IOException {
    writeText(out, facts.kind().name());
    writeOptional(out, facts.family(), LibraryFormat::writeSentence);
    writeOptional(out, facts.rank(), LibraryFormat::writeSentence);
    writeOptional(out, facts.quantization(), LibraryFormat::writeSentence);
    for (String text :
        List.of(facts.title(), facts.author(), facts.triggerWords(), facts.searchWords())) {
      writeText(out, text);
    }
    out.writeBoolean(facts.hasPicture());
  }

  static ModelFacts readFacts(DataInputStream in) throws IOException {
    return new ModelFacts(
        Kind.valueOf(readText(in)),
        readOptional(in, LibraryFormat::readSentence),
        readOptional(in, LibraryFormat::readSentence),
        readOptional(in, LibraryFormat::readSentence),
        readText(in),
        readText(in),
        readText(in),
        readText(in),
        in.readBoolean());
  }

  static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MAX_TEXT_BYTES) {
      throw new IOException("a text of %d bytes".formatted(length));
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void writeSentence(DataOutputStream out, Sentence sentence) throws IOException {
    writeText(out, sentence.key());
    out.writeInt(sentence.arguments().size());
    for (Object argument : sentence.arguments()) {
      switch (argument) {
        case Sentence inner -> {
          out.writeByte('S');
          writeSentence(out, inner);
        }
        case Clause(Sentence inner) -> {
          out.writeByte('C');
          writeSentence(out, inner);
        }
        case Long number -> {
          out.writeByte('L');
          out.writeLong(number);
        }
        case Integer number -> {
          out.writeByte('I');
          out.writeInt(number);
        }
        case ByteSize(long byteCount) -> {
          out.writeByte('B');
          out.writeLong(byteCount);
        }
        case Decimal(double value, int decimals) -> {
          out.writeByte('D');
          out.writeDouble(value);
          out.writeInt(decimals);
        }
        case BigInteger number -> {
          out.writeByte('N');
          writeText(out, number.toString());
        }
        default -> {
          out.writeByte('T');
          writeText(out, argument.toString());
        }
      }
    }
  }

  private static Sentence readSentence(DataInputStream in) throws IOException {
    return readSentence(in, MAX_DEPTH);
  }

  private static Sentence readSentence(DataInputStream in, int depth) throws IOException {
    String key = readText(in);
    int count = in.readInt();
    if (depth == 0 || count < 0 || count > MAX_ARGUMENTS) {
      throw new IOException("a sentence of %d parts".formatted(count));
    }
    List<Object> arguments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      arguments.add(
          switch (in.readUnsignedByte()) {
            case 'S' -> readSentence(in, depth - 1);
            case 'C' -> new Clause(readSentence(in, depth - 1));
            case 'L' -> in.readLong();
            case 'I' -> in.readInt();
            case 'B' -> new ByteSize(in.readLong());
            case 'D' -> new Decimal(in.readDouble(), in.readInt());
            case 'N' -> new BigInteger(readText(in));
            case 'T' -> readText(in);
            default -> throw new IOException("no part of a sentence");
          });
    }
    return new Sentence(key, arguments);
  }

  @FunctionalInterface
  private interface Writer<T> {
    void write(DataOutputStream out, T value) throws IOException;
  }

  private static <T> void writeOptional(DataOutputStream out, Optional<T> value, Writer<T> writer)
      throws IOException {
    out.writeBoolean(value.isPresent());
    if (value.isPresent()) {
      writer.write(out, value.get());
    }
  }

  private static <T> Optional<T> readOptional(
      DataInputStream in, IoFunction<DataInputStream, T> reader) throws IOException {
    return in.readBoolean() ? Optional.of(reader.apply(in)) : Optional.empty();
  }
}
