package io.github.tensorloupe.save;

import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import java.io.IOException;
import java.util.OptionalLong;

/// Whether a new header is one that readers load, asked before any file has it.
final class HeaderCheck {

  private HeaderCheck() {}

  /// @param fileLength the length that the file will have, in bytes
  /// @throws IOException if the reference library would refuse the file
  static void loads(long fileLength, PlannedHeader header) throws IOException {
    Preface preface = new Preface(fileLength, OptionalLong.of(header.lengthAfter()));
    HeaderReading reading = HeaderReader.read(preface, header.bytes());
    if (reading.loadError().isPresent()) {
      throw new IOException(
          "the new file would not load (%s)".formatted(reading.loadError().get().variant()));
    }
  }
}
