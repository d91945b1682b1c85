package io.github.tensorloupe.foreign.pickle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.work.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/// Interprets sequences of instructions with random arguments. Each pickle must have a value or a
/// finding, and the listing must end.
class PickleFuzzTest extends FuzzTest {

  private static final int MAX_INSTRUCTIONS = 60;
  private static final int LINES = 1_000;

  /// Arguments that are lines, such as names and numbers of protocol 0.
  private static final List<String> LINES_OF_TEXT =
      List.of("os\nsystem\n", "collections\nOrderedDict\n", "1\n", "-7L\n", "'a'\n", "x", "\n");

  @Override
  protected int rounds() {
    return 3_000;
  }

  @Override
  protected void check(FuzzInput input) throws IOException {
    byte[] pickle = input.nextInt(4) == 0 ? input.rest() : instructions(input);
    PickleReading reading =
        PickleReading.analyze(PickleBytes.of(pickle, OptionalLong.of(1000)), Cancellation.NEVER);
    assertThat(reading.root().isPresent() || !reading.findings().isEmpty()).isTrue();
    PickleListing listing = new PickleListing(reading);
    int count = 0;
    for (int lines = LINES; lines == LINES; count += lines) {
      lines = listing.next(LINES).size();
    }
    assertThat(count).isLessThanOrEqualTo(pickle.length);
  }

  private static byte[] instructions(FuzzInput input) {
    ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    for (int i = input.nextInt(MAX_INSTRUCTIONS); i > 0; i--) {
      Opcode opcode = input.oneOf(Opcode.values());
      pickle.write(opcode.code);
      switch (opcode.argument) {
        case NOTHING -> {}
        case U1 -> pickle.write(input.nextInt(8));
        case U2 -> pickle.writeBytes(new byte[] {(byte) input.nextInt(8), 0});
        case U4, I4 -> pickle.writeBytes(new byte[] {(byte) input.nextInt(8), 0, 0, 0});
        case U8, F8 -> pickle.writeBytes(new byte[] {(byte) input.nextInt(8), 0, 0, 0, 0, 0, 0, 0});
        case LINE, TWO_LINES ->
            pickle.writeBytes(
                input.oneOf(LINES_OF_TEXT.toArray(String[]::new)).getBytes(ISO_8859_1));
        case BYTES_U1 -> pickle.writeBytes(new byte[] {2, 'o', 's'});
        case BYTES_U4, BYTES_I4 -> pickle.writeBytes(new byte[] {2, 0, 0, 0, 'o', 's'});
        case BYTES_U8 -> pickle.writeBytes(new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 'o', 's'});
      }
    }
    pickle.write(input.nextInt(4) == 0 ? input.nextInt(256) : '.');
    return pickle.toByteArray();
  }
}
