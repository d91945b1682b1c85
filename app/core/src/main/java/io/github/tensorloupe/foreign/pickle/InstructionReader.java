package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.foreign.pickle.Opcode.Argument;
import io.github.tensorloupe.foreign.pickle.PickleText.Coding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Reads instructions with their arguments, without interpreting them.
final class InstructionReader {

  static final int MAX_LINE_BYTES = 4096;

  final PickleBytes bytes;

  /// The offset of the next instruction.
  int position;

  /// The current instruction and its offset.
  Opcode opcode;

  int begin;

  /// The number of an instruction with a numeric argument.
  long number;

  /// The bytes of the argument or of its first line.
  int textBegin;

  int textLength;

  /// The bytes of the second line.
  int secondBegin;

  int secondLength;

  /// The number of digits of all long decimal integers.
  int digitCount;

  InstructionReader(PickleBytes bytes) {
    this.bytes = bytes;
  }

  void next() throws IOException, MalformedPickleException {
    begin = position;
    require(1);
    opcode = Opcode.of(bytes.at(position));
    if (opcode == null) {
      throw malformed("the byte {0} is not an instruction", bytes.at(position));
    }
    position++;
    Argument argument = opcode.argument;
    if (argument == Argument.LINE || argument == Argument.TWO_LINES) {
      textLength = line();
      textBegin = position - textLength - 1;
      if (argument == Argument.TWO_LINES) {
        secondLength = line();
        secondBegin = position - secondLength - 1;
      }
    } else if (argument.byteCount > 0) {
      require(argument.byteCount);
      number = bytes.number(position, argument.byteCount);
      number = argument == Argument.I4 || argument == Argument.BYTES_I4 ? (int) number : number;
      position += argument.byteCount;
      if (argument.hasBytes()) {
        require(number);
        textBegin = position;
        textLength = (int) number;
        position += textLength;
      }
    }
  }

  /// @param byteCount the number of bytes that follow; negative numbers are malformed
  void require(long byteCount) throws MalformedPickleException {
    if (byteCount < 0) {
      throw malformed("a length is negative or too large");
    }
    if (byteCount > bytes.length() - position) {
      throw bytes.isCut()
          ? limit("it has more than {0} bytes", PickleBytes.MAX_BYTES)
          : malformed("it ends before its last instruction");
    }
  }

  private int line() throws IOException, MalformedPickleException {
    int from = position;
    do {
      require(1);
    } while (bytes.at(position++) != '\n');
    int length = position - 1 - from;
    if (length > MAX_LINE_BYTES) {
      throw limit("a line has more than {0} bytes", MAX_LINE_BYTES);
    }
    return length;
  }

  /// Returns the argument as text.
  PickleText text(Coding coding) throws IOException, MalformedPickleException {
    return text(textBegin, textLength, coding);
  }

  private PickleText text(int from, int length, Coding coding)
      throws IOException, MalformedPickleException {
    PickleText text = new PickleText(bytes, from, length, coding);
    if (!text.isWellFormed()) {
      throw malformed("a text is not encoded correctly");
    }
    return text;
  }

  String firstLine() throws IOException, MalformedPickleException {
    return text(textBegin, textLength, Coding.UTF8).text();
  }

  String secondLine() throws IOException, MalformedPickleException {
    return text(secondBegin, secondLength, Coding.UTF8).text();
  }

  double bigEndianDouble() {
    return Double.longBitsToDouble(Long.reverseBytes(number));
  }

  static MalformedPickleException malformed(String reason, Object... arguments) {
    return new MalformedPickleException(Sentence.of(reason, arguments));
  }

  static MalformedPickleException limit(String reason, Object... arguments) {
    return new MalformedPickleException(FindingCode.PICKLE_LIMIT, Sentence.of(reason, arguments));
  }
}
