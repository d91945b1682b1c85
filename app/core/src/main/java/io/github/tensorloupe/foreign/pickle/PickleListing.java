package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.foreign.pickle.Opcode.Argument;
import io.github.tensorloupe.foreign.pickle.PickleText.Coding;
import io.github.tensorloupe.format.DisplayText;

/// The disassembly of a pickle, read in pages. Not thread-safe.
public final class PickleListing {

  private static final int MAX_CHARACTERS = 200;

  /// An instruction.
  ///
  /// @param argument the argument as text, escaped and shortened; may be empty
  /// @param global the class or function that the instruction names, unless it is allowed
  public record Line(int offset, String opcode, String argument, Optional<PickleGlobal> global) {}

  private final PickleReading reading;
  private final InstructionReader in;

  public PickleListing(PickleReading reading) {
    this(reading, 0);
  }

  /// @param offset the offset of the first instruction to list
  PickleListing(PickleReading reading, int offset) {
    this.reading = reading;
    this.in = new InstructionReader(reading.bytes());
    in.position = offset;
  }

  /// Returns the next lines. Returns fewer lines at the end of the pickle or before a malformed
  /// instruction.
  public List<Line> next(int maxCount) throws IOException {
    List<Line> lines = new ArrayList<>();
    try {
      while (lines.size() < maxCount && in.position < reading.end()) {
        in.next();
        Optional<PickleGlobal> global = reading.uses().at(in.begin);
        lines.add(new Line(in.begin, in.opcode.name(), argument(), global));
      }
    } catch (MalformedPickleException e) {
      in.position = reading.end();
    }
    return lines;
  }

  private String argument() throws IOException, MalformedPickleException {
    Argument argument = in.opcode.argument;
    return switch (argument) {
      case NOTHING -> "";
      case F8 -> Double.toString(in.bigEndianDouble());
      case U1, U2, I4, U4, U8 -> Long.toUnsignedString(in.number);
      case TWO_LINES -> DisplayText.of(in.firstLine() + " " + in.secondLine(), MAX_CHARACTERS);
      case LINE, BYTES_U1, BYTES_I4, BYTES_U4, BYTES_U8 -> text();
    };
  }

  private String text() throws IOException, MalformedPickleException {
    if (in.opcode == Opcode.LONG1 || in.opcode == Opcode.LONG4) {
      return in.textLength > MAX_CHARACTERS
          ? ""
          : switch (PickleNumbers.integer(in)) {
            case PickleValue.Int(long value) -> Long.toString(value);
            case PickleValue.BigInt(BigInteger value) -> value.toString();
            default -> "";
          };
    }
    Coding coding = in.opcode.name().contains("UNICODE") ? Coding.UTF8 : Coding.BYTES;
    PickleText text = new PickleText(in.bytes, in.textBegin, in.textLength, coding);
    return DisplayText.of(text.beginning(), MAX_CHARACTERS);
  }
}
