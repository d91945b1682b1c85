package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tensorloupe.testing.Intercepted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A copy grants no more access than the original, also if a step fails.
class AttributeCopyTest {

  private static final GroupPrincipal OTHER_GROUP = () -> "other";

  @TempDir Path folder;
  private final List<String> failed = new ArrayList<>();
  private Path from;
  private Path to;

  @BeforeEach
  void createFiles() throws IOException {
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).as("Linux").isPresent();
    from = Files.createFile(folder.resolve("from"));
    to = Files.createFile(folder.resolve("to"));
    setPermissions(from, "rw-rw-r--");
  }

  private static void setPermissions(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  static void setList(Path file, int group, int others) {
    setList(file, group, 6, others);
  }

  /// Sets an access control list: owner and user 1000 rw, and the given permissions.
  private static void setList(Path file, int group, int mask, int others) {
    int[][] entries = {{1, 6, -1}, {2, 6, 1000}, {4, group, -1}, {16, mask, -1}, {32, others, -1}};
    ByteBuffer list = ByteBuffer.allocate(44).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
    for (int[] entry : entries) {
      list.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
    }
    assumeThat(new LinuxCalls().setAccessControlList(file, list.array()))
        .as("a file system with access control lists")
        .isTrue();
  }

  private AttributeCopy copy(LinuxCalls calls) {
    return new AttributeCopy(from, to, Optional.of(calls), failed);
  }

  private void assertOnlyOwnerHasAccess() throws IOException {
    assertThat(failed).containsExactly("access control list");
    assertThat(permissions()).isEqualTo("rw-------");
  }

  private String permissions() throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(to));
  }

  @Test
  void listThatCannotBeReadGrantsNothing() throws IOException {
    copy(new LinuxCalls() {
          @Override
          Optional<byte[]> accessControlList(Path file) throws IOException {
            throw new AccessDeniedException(file.toString());
          }
        })
        .run();

    assertOnlyOwnerHasAccess();
  }

  @Test
  void listThatCannotBeSetGrantsNothing() throws IOException {
    setList(from, 6, 4);

    copy(new LinuxCalls() {
          @Override
          boolean setAccessControlList(Path file, byte[] list) {
            return false;
          }
        })
        .run();

    assertOnlyOwnerHasAccess();
  }

  @Test
  void inheritedListThatCannotBeRemovedGrantsNothing() throws IOException {
    setList(to, 6, 4);

    copy(new LinuxCalls() {
          @Override
          void removeAccessControlList(Path file) {}
        })
        .run();

    assertOnlyOwnerHasAccess();
  }

  @ParameterizedTest
  @CsvSource({
    "trusted.note, true",
    "security.label, true",
    "security.ima, false",
    "system.posix_acl_access, false"
  })
  void attributesThatOnlyTheAdministratorCanSetAreReported(String name, boolean isReported)
      throws IOException {
    copy(new LinuxCalls() {
          @Override
          List<String> attributeNames(Path file) {
            return file.equals(from) ? List.of("user.a", name) : List.of("user.a");
          }
        })
        .run();

    assertThat(failed).isEqualTo(isReported ? List.of("extended attributes") : List.of());
  }

  @Test
  void namesOfAttributesAreRead() throws IOException {
    setList(from, 6, 4);

    assertThat(new LinuxCalls().attributeNames(from)).contains("system.posix_acl_access");
    assertThat(new LinuxCalls().attributeNames(folder.resolve("missing"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"rw-rw-r--, rw-r--r--", "rw----r--, rw-------", "rw-r--rw-, rw-r--r--"})
  void anotherGroupGetsNoPermissionThatOthersLack(String original, String copied)
      throws IOException {
    setPermissions(from, original);
    copyAccessWithAnotherGroup();
    assertThat(permissions()).isEqualTo(copied);
  }

  @Test
  void entryOfAnotherGroupGetsNoPermissionThatOthersLack() throws IOException {
    setList(from, 6, 4);
    copyAccessWithAnotherGroup();

    byte[] list = new LinuxCalls().accessControlList(to).orElseThrow();
    assertThat(list[4 + 2 * 8]).isEqualTo((byte) 4);
    assertThat(list[4 + 2 * 8 + 2]).as("permissions of the group").isEqualTo((byte) 4);
    assertThat(list[4 + 8 + 2]).as("permissions of the user").isEqualTo((byte) 6);
  }

  @Test
  void entryOfOthersGetsNoPermissionThatTheOriginalGroupLacks() throws IOException {
    setList(from, 2, 6, 5);
    copyAccessWithAnotherGroup();

    byte[] list = new LinuxCalls().accessControlList(to).orElseThrow();
    assertThat(list[4 + 2 * 8 + 2]).as("permissions of the group").isZero();
    assertThat(list[4 + 4 * 8 + 2]).as("permissions of others").isZero();
  }

  /// Copies the permissions of a file whose group the copy could not get.
  private void copyAccessWithAnotherGroup() throws IOException {
    PosixFileAttributes wanted =
        Intercepted.calls(
            PosixFileAttributes.class,
            Files.readAttributes(from, PosixFileAttributes.class),
            (name, _, call) -> name.equals("group") ? OTHER_GROUP : call.run());
    copy(new LinuxCalls())
        .copyAccess(wanted, Files.getFileAttributeView(to, PosixFileAttributeView.class));
    assertThat(failed).isEmpty();
  }
}
