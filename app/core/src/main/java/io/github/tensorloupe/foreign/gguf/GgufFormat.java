package io.github.tensorloupe.foreign.gguf;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.work.Cancellation;

/// GGUF files of version 2 and 3.
public final class GgufFormat implements ForeignFormat {

  static final byte[] MAGIC = {'G', 'G', 'U', 'F'};

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    return head.length >= MAGIC.length
            && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
        ? Optional.of(new GgufReader(new GgufCursor(file, cancellation)).read())
        : Optional.empty();
  }
}
