package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GitLfsPointerTest {

  private static final String OID = "0123456789abcdef".repeat(4);

  @Test
  void readsHashAndLength() {
    GitLfsPointer pointer =
        GitLfsPointer.of(
            "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 5368709120\n"
                .formatted(OID));
    assertThat(pointer.oid()).hasValue(OID);
    assertThat(pointer.byteCount()).hasValue(5_368_709_120L);
  }

  @Test
  void readsLinesThatEndAsOnWindows() {
    GitLfsPointer pointer = GitLfsPointer.of("oid sha256:%s\r\nsize 7\r\n".formatted(OID));
    assertThat(pointer.oid()).hasValue(OID);
    assertThat(pointer.byteCount()).hasValue(7);
  }

  @Test
  void leavesMalformedFieldsOut() {
    GitLfsPointer pointer = GitLfsPointer.of("oid sha256:%s\nsize -1\n".formatted(OID + "0"));
    assertThat(pointer.oid()).isEmpty();
    assertThat(pointer.byteCount()).isEmpty();
  }

  @Test
  void leavesALengthOutThatFitsIntoNoFile() {
    assertThat(GitLfsPointer.of("size 99999999999999999999").byteCount()).isEmpty();
    assertThat(GitLfsPointer.of("size 999999999999999999").byteCount())
        .hasValue(999_999_999_999_999_999L);
  }

  @Test
  void aTextWithoutFieldsHasNone() {
    assertThat(GitLfsPointer.of("").oid()).isEmpty();
    assertThat(GitLfsPointer.of("").byteCount()).isEmpty();
  }
}
