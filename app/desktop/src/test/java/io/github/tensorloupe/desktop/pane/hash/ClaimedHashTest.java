package io.github.tensorloupe.desktop.pane.hash;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimedHashTest {

  private static final String FILE =
      "c9a9d2c68adaa92c25fe53c2b219f82d855ef9a53ad0f7e2d734791e83966c64";
  private static final String DATA =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  private static final FileHashes HASHES =
      new FileHashes(FILE, Optional.of(DATA), Optional.empty(), Optional.of("deadbeef"));

  private static Optional<HashKind> kind(String text) {
    return ClaimedHash.read(text).flatMap(claim -> claim.kindIn(HASHES));
  }

  @Test
  void hashIsMatchedWithEachKind() {
    assertThat(kind(FILE)).contains(HashKind.SHA256);
    assertThat(kind(DATA)).contains(HashKind.DATA_SHA256);
    assertThat(kind("C9A9D2C68A")).as("AutoV2 is its beginning").contains(HashKind.SHA256);
    assertThat(kind("0123456789AB")).as("AutoV3").contains(HashKind.DATA_SHA256);
    assertThat(kind("deadbeef")).contains(HashKind.MODEL_HASH);
  }

  @Test
  void oneWrongDigitIsNoMatch() {
    assertThat(kind(FILE.replace('c', 'd'))).isEmpty();
    assertThat(ClaimedHash.read(FILE.replace('c', 'd'))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"  %s\n", "sha256:%s", "SHA-256: %s", "0x%s", "%s *model.safetensors"})
  void commonNotationsAreParsed(String form) {
    assertThat(kind(form.formatted(FILE))).contains(HashKind.SHA256);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hello", "c9a9d2", "c9a9 d2c6 8ada", "model-c9a9d2c68a"})
  void otherTextIsNotAHash(String text) {
    assertThat(ClaimedHash.read(text)).isEmpty();
  }

  @Test
  void twoHashesAreAmbiguous() {
    assertThat(ClaimedHash.read(FILE + " a\n" + DATA + " b")).isEmpty();
  }
}
