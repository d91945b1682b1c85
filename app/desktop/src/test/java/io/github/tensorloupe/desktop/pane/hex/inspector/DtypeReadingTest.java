package io.github.tensorloupe.desktop.pane.hex.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DtypeReadingTest {

  private static DtypeReading read(Dtype dtype, String hex) {
    return DtypeReading.all(HexFormat.ofDelimiter(" ").parseHex(hex)).stream()
        .filter(reading -> reading.dtype() == dtype)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyDtypeIsReadOnce() {
    assertThat(DtypeReading.all(new byte[8]).stream().map(DtypeReading::dtype))
        .containsExactlyInAnyOrder(Dtype.values());
  }

  @ParameterizedTest
  @CsvSource({
    "U16, 33023, 65408",
    "I16, −32513, −128",
    "U32, 1065386239, 4286611519",
    "I32, 1065386239, −8355777",
    "U64, 4647714816511738111, 18410856284761915456",
    "I64, 4647714816511738111, −35887788947636160",
    "F64, 512.0001211203925, −1.4484211354745884e+306"
  })
  void wideBytesAreReadInBothOrders(Dtype dtype, String little, String big) {
    DtypeReading reading = read(dtype, "ff 80 80 3f 00 00 80 40");

    assertThat(reading.little()).contains(little);
    assertThat(reading.big()).contains(big);
  }

  @Test
  void aSingleByteHasNoOrder() {
    assertThat(read(Dtype.I8, "ff"))
        .isEqualTo(new DtypeReading(Dtype.I8, Optional.of("−1"), Optional.empty()));
    assertThat(read(Dtype.F8_E4M3, "ff").big()).isEmpty();
  }

  @Test
  void aComplexNumberKeepsItsPartsInOrder() {
    DtypeReading reading = read(Dtype.C64, "00 00 c0 3f 00 00 00 c0");

    assertThat(reading.little()).contains("1.5 − 2i");
  }

  @Test
  void bothCodesOfAByteAreShown() {
    assertThat(read(Dtype.F4, "72").little()).contains("1  6");
  }

  @Test
  void bytesAfterTheEndAreNotInvented() {
    assertThat(read(Dtype.U32, "01 02 03").little()).isEmpty();
    assertThat(read(Dtype.C64, "00 00 c0 3f 00").little()).isEmpty();
    assertThat(read(Dtype.U16, "01 02 03").little()).contains("513");
  }
}
