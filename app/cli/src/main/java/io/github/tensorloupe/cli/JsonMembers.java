package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Shape;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The members that several commands print, written the same everywhere.
final class JsonMembers {

  private final JsonGenerator json;

  JsonMembers(JsonGenerator json) {
    this.json = json;
  }

  /// The location and what is known of the file as a whole.
  void report(Report report) throws IOException {
    json.writeStringField("path", report.location().text());
    json.writeStringField("kind", report.kind().spelling());
    json.writeStringField("verdict", report.verdict().word());
    text("error", report.error().map(LoadError::variant).orElse(null));
    unsigned("headerLength", report.headerLength());
    unsigned("dataLength", report.dataLength());
  }

  /// A string, or null.
  void text(String name, String value) throws IOException {
    json.writeFieldName(name);
    json.writeString(value);
  }

  /// An unsigned number as a plain integer, or null.
  void unsigned(String name, OptionalLong value) throws IOException {
    json.writeFieldName(name);
    if (value.isPresent()) {
      unsigned(value.getAsLong());
    } else {
      json.writeNull();
    }
  }

  /// An unsigned number as a plain integer.
  void unsigned(long value) throws IOException {
    if (value >= 0) {
      json.writeNumber(value);
    } else {
      json.writeNumber(new BigInteger(Long.toUnsignedString(value)));
    }
  }

  /// The dimensions.
  void shape(Shape shape) throws IOException {
    json.writeArrayFieldStart("shape");
    for (int axis = 0; axis < shape.rank(); axis++) {
      unsigned(shape.dimension(axis));
    }
    json.writeEndArray();
  }

  /// The metadata, or null.
  void metadata(Optional<Metadata> metadata) throws IOException {
    json.writeFieldName("metadata");
    if (metadata.isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    for (Map.Entry<String, String> entry : metadata.get().entries().entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  /// A number; null where it is not finite, which JSON cannot say.
  void number(String name, Number value) throws IOException {
    json.writeFieldName(name);
    number(value);
  }

  /// A number; null where it is not finite.
  void number(Number value) throws IOException {
    switch (value) {
      case Long integer -> json.writeNumber(integer);
      case Integer integer -> json.writeNumber(integer);
      case BigInteger integer -> json.writeNumber(integer);
      case BigDecimal decimal -> json.writeNumber(decimal);
      default -> finite(value.doubleValue());
    }
  }

  private void finite(double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }
}
