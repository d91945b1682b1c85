package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;

/// Escapes what JSON allows in strings but many programs take for the end of a line.
final class LineBreakEscapes extends CharacterEscapes {

  private static final long serialVersionUID = 1L;

  @Override
  public int[] getEscapeCodesForAscii() {
    return standardAsciiEscapesForJSON();
  }

  @Override
  public SerializableString getEscapeSequence(int character) {
    return switch (character) {
      case 0x85 -> new SerializedString("\\u0085");
      case 0x2028 -> new SerializedString("\\u2028");
      case 0x2029 -> new SerializedString("\\u2029");
      default -> null;
    };
  }
}
