package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.github.tensorloupe.format.DisplayText;
import java.io.IOException;
import java.io.OutputStream;

/// JSON Lines: one object per line, UTF-8, LF. Writes as it goes and holds no tree.
///
/// Names and strings escape everything that a terminal or a reader of lines could act on: control
/// characters from U+0000 to U+001F and U+007F to U+009F, bidirectional and other format
/// characters, line and paragraph separators and surrogates.
final class JsonLines {

  private static final class Escapes extends CharacterEscapes {

    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[0x7F] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
      return DisplayText.isUnfit(character)
          ? new SerializedString("\\u%04X".formatted(character))
          : null;
    }
  }

  /// Writes the members of an object.
  @FunctionalInterface
  interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  private final JsonGenerator json;

  /// @param out flushed after every line, never closed
  JsonLines(OutputStream out) {
    JsonFactory factory =
        new JsonFactoryBuilder()
            .characterEscapes(new Escapes())
            .rootValueSeparator((SerializableString) null)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();
    try {
      json = factory.createGenerator(out, JsonEncoding.UTF8);
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  /// Writes one line.
  ///
  /// @throws OutputException if the stream takes no more
  void line(Body body) {
    try {
      json.writeStartObject();
      body.write(json);
      json.writeEndObject();
      json.writeRaw('\n');
      json.flush();
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }
}
