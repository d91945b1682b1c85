package io.github.tensorloupe.desktop.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

  private static Message read(byte[] bytes) throws IOException {
    return Message.read(new ByteArrayInputStream(bytes));
  }

  @Test
  void whatIsSentIsReceived() throws IOException {
    Message message = new Message(List.of("/a b", "/模型", "", "/\uD83D\uDE00\n"));

    assertThat(read(message.bytes())).isEqualTo(message);
    assertThat(read(new Message(List.of()).bytes()).paths()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 4, 7, 8, 11, 12, 15, 16})
  void aChangedOrCutMessageIsNone(int at) throws IOException {
    byte[] cut = new byte[at];
    byte[] whole = new Message(List.of("/a")).bytes();
    System.arraycopy(whole, 0, cut, 0, at);
    assertThatIOException().isThrownBy(() -> read(cut));

    byte[] changed = whole.clone();
    changed[Math.min(at, 15)] ^= (byte) 0xFF;
    assertThatIOException().isThrownBy(() -> read(changed));
  }

  @Test
  void whatIsTooMuchIsNotSent() {
    assertThatIOException()
        .isThrownBy(() -> new Message(Collections.nCopies(10_001, "/a")).bytes());
    assertThatIOException().isThrownBy(() -> new Message(List.of("a".repeat(70_000))).bytes());
  }

  @Test
  void halfACharacterIsNotSentAsAnotherOne() {
    assertThatIOException().isThrownBy(() -> new Message(List.of("/\uD83D")).bytes());
  }
}
