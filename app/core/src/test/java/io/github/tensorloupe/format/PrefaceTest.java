package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrefaceTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void fileShorterThanTheHeaderLengthIsTooSmall(int fileLength) {
    Preface preface = Preface.of(fileLength, new byte[fileLength]);

    assertThat(preface.loadError()).contains(LoadError.HEADER_TOO_SMALL);
    assertThat(preface.headerLength()).isEmpty();
    assertThat(preface.presentHeaderByteCount()).isZero();
    assertThat(preface.isCutInHeader()).isFalse();
  }

  @ParameterizedTest(name = "length {0} in a file of {1} bytes: {2}")
  @CsvSource({
    "0,                    8,         ",
    "2,                    10,        ",
    "3,                    10,        INVALID_HEADER_LENGTH",
    "100000000,            100000008, ",
    "100000000,            100000007, INVALID_HEADER_LENGTH",
    "100000001,            200000000, HEADER_TOO_LARGE",
    "100000001,            8,         HEADER_TOO_LARGE",
    "4294967298,           10,        HEADER_TOO_LARGE",
    "9223372036854775807,  10,        HEADER_TOO_LARGE",
    "9223372036854775808,  10,        HEADER_TOO_LARGE",
    "18446744073709551615, 10,        HEADER_TOO_LARGE",
    "18446744073709551608, 8,         HEADER_TOO_LARGE",
  })
  void lengthDecidesBeforeTheHeaderIsRead(String length, long fileLength, LoadError expected) {
    Preface preface = new Preface(fileLength, OptionalLong.of(Long.parseUnsignedLong(length)));

    assertThat(preface.loadError().orElse(null)).isEqualTo(expected);
  }

  @Test
  void lengthIsLittleEndian() {
    byte[] bytes = {2, 1, 0, 0, 0, 0, 0, 0, '{', '}'};

    assertThat(Preface.of(1000, bytes).headerLength()).hasValue(258);
  }

  @Test
  void presentBytesEndWithTheHeaderOrWithTheFile() {
    assertThat(new Preface(100, OptionalLong.of(20)).presentHeaderByteCount()).isEqualTo(20);
    assertThat(new Preface(100, OptionalLong.of(92)).presentHeaderByteCount()).isEqualTo(92);
    assertThat(new Preface(100, OptionalLong.of(93)).presentHeaderByteCount()).isEqualTo(92);
    assertThat(new Preface(100, OptionalLong.of(-1)).presentHeaderByteCount()).isEqualTo(92);
  }

  @Test
  void fileIsCutInTheHeaderOnlyIfHeaderBytesAreMissing() {
    assertThat(new Preface(100, OptionalLong.of(92)).isCutInHeader()).isFalse();
    assertThat(new Preface(100, OptionalLong.of(93)).isCutInHeader()).isTrue();
    assertThat(new Preface(100, OptionalLong.of(-1)).isCutInHeader()).isTrue();
  }

  @Test
  void contradictionsAreNoPreface() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Preface(-1, OptionalLong.empty()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Preface(8, OptionalLong.empty()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Preface(7, OptionalLong.of(0)));
  }

  @Test
  void readerTakesNoOtherNumberOfBytesThanThePrefaceSays() {
    Preface preface = new Preface(100, OptionalLong.of(20));

    assertThatIllegalArgumentException().isThrownBy(() -> HeaderReader.read(preface, new byte[19]));
    assertThatIllegalArgumentException().isThrownBy(() -> HeaderReader.read(preface, new byte[21]));
  }

  @Test
  void readerTakesFewerBytesOfARefusedFile() {
    byte[] firstBytes =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(2_000_000_000).array();
    Preface preface = Preface.of(3_000_000_000L, firstBytes);

    HeaderReading reading = HeaderReader.read(preface, new byte[0]);

    assertThat(reading.loadError()).contains(LoadError.HEADER_TOO_LARGE);
    assertThat(reading.dataStart()).hasValue(2_000_000_008);
  }
}
