package io.github.tensorloupe.save;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// The access control lists of Linux, which Java's own classes do not know. They are extended
/// attributes of the system; see `acl(5)` and `getxattr(2)`.
///
/// A file that has one shows its mask in place of the permissions of the group, so that copying the
/// permissions alone would give the group what the list denies it.
final class LinuxAccessControl {

  private static final String ATTRIBUTE = "system.posix_acl_access";
  private static final FunctionDescriptor GET =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG,
          ValueLayout.ADDRESS,
          ValueLayout.ADDRESS,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_LONG);
  private static final FunctionDescriptor SET =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT,
          ValueLayout.ADDRESS,
          ValueLayout.ADDRESS,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_INT);

  private final MethodHandle get;
  private final MethodHandle set;

  private LinuxAccessControl(MethodHandle get, MethodHandle set) {
    this.get = get;
    this.set = set;
  }

  /// The lists of this system; empty where it is not Linux.
  static Optional<LinuxAccessControl> ofThisSystem() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    Linker linker = Linker.nativeLinker();
    return function(linker, "getxattr", GET)
        .flatMap(
            get -> function(linker, "setxattr", SET).map(set -> new LinuxAccessControl(get, set)));
  }

  // The types are those of the manual pages; the start script allows calls of the system.
  @SuppressWarnings("restricted")
  private static Optional<MethodHandle> function(
      Linker linker, String name, FunctionDescriptor types) {
    return linker.defaultLookup().find(name).map(symbol -> linker.downcallHandle(symbol, types));
  }

  /// The list of a file as the system has it; empty where it has none.
  Optional<byte[]> read(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = nativePath(arena, file);
      MemorySegment name = arena.allocateFrom(ATTRIBUTE);
      long length = (long) get.invokeExact(path, name, MemorySegment.NULL, 0L);
      if (length <= 0) {
        return Optional.empty();
      }
      MemorySegment value = arena.allocate(length);
      long count = (long) get.invokeExact(path, name, value, length);
      return count == length ? Optional.of(value.toArray(ValueLayout.JAVA_BYTE)) : Optional.empty();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Gives a file a list.
  ///
  /// @throws IOException if the system does not take it
  void write(Path file, byte[] list) throws IOException {
    int result;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_BYTE, list);
      result =
          (int)
              set.invokeExact(
                  nativePath(arena, file),
                  arena.allocateFrom(ATTRIBUTE),
                  value,
                  (long) list.length,
                  0);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    if (result != 0) {
      throw new IOException("the access control list was not taken");
    }
  }

  private static IllegalStateException unexpected(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("a call of the system cannot throw this", failure);
  }

  /// Names need not be text: a URI has every byte that is no plain character as its number.
  private static MemorySegment nativePath(Arena arena, Path file) {
    String uri = file.toUri().getRawPath().replace("+", "%2B");
    byte[] bytes =
        URLDecoder.decode(uri, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
    MemorySegment path = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, path, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return path;
  }
}
