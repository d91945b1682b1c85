package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.OutputStream;

/// JSON Lines: one object per line, UTF-8, LF. Writes as it goes and holds no tree.
final class JsonLines {

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
            .characterEscapes(new LineBreakEscapes())
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
