package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.save.FileOperations.Restriction;

/// The system calls of Linux that saving needs and that Java's own classes do not offer; see
/// section 2 of the manual, the C library's form of each. Thread-safe.
final class LinuxCalls {

  /// The extended attribute that holds an access control list, `acl(5)`. A file that has one shows
  /// its mask in place of the permissions of the group, so that copying the permissions alone would
  /// give the group what the list denies it.
  private static final String ACCESS_CONTROL_LIST = "system.posix_acl_access";

  private static final int CURRENT_FOLDER = -100;
  private static final int NO_REPLACE = 1;
  private static final int EXCHANGE = 2;
  private static final int READ_ONLY_CLOSE_ON_EXEC = 0x80000;
  private static final int DO_NOT_NEED = 4;

  // Numbers of errors, errno(3).
  private static final int NO_PERMISSION = 1;
  private static final int NOT_THERE = 2;
  private static final int BUSY = 16;
  private static final int IS_THERE = 17;
  private static final int INVALID_ARGUMENT = 22;
  private static final int NO_SUCH_CALL = 38;
  private static final int NOT_SUPPORTED = 95;

  /// The length of `struct statx` in bytes, and where its `stx_attributes` are.
  private static final int STATX_BYTES = 256;

  private static final int STATX_ATTRIBUTES = 8;

  private static final Map<Restriction, Long> STATX_BITS =
      Map.of(
          Restriction.IMMUTABLE, 0x10L,
          Restriction.APPEND_ONLY, 0x20L,
          Restriction.MOUNT_POINT, 0x2000L);

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERROR_NUMBER =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private final MethodHandle getAttribute;
  private final MethodHandle setAttribute;
  private final MethodHandle statx;
  private final MethodHandle rename;
  private final MethodHandle open;
  private final MethodHandle advise;
  private final MethodHandle close;

  private LinuxCalls() {
    ValueLayout address = ValueLayout.ADDRESS;
    ValueLayout number = ValueLayout.JAVA_INT;
    ValueLayout size = ValueLayout.JAVA_LONG;
    getAttribute = call("getxattr", size, address, address, address, size);
    setAttribute = call("setxattr", number, address, address, address, size, number);
    statx = call("statx", number, number, address, number, number, address);
    rename = call("renameat2", number, number, address, number, address, number);
    open = call("open", number, address, number);
    advise = call("posix_fadvise", number, number, size, size, number);
    close = call("close", number, number);
  }

  // The types are those of the manual pages; the start script allows calls of the system.
  @SuppressWarnings("restricted")
  private static MethodHandle call(String name, ValueLayout result, ValueLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(result, arguments),
        Linker.Option.captureCallState("errno"));
  }

  /// The calls of this system; empty where it is not Linux, or has a C library without them.
  static Optional<LinuxCalls> ofThisSystem() {
    return Held.CALLS;
  }

  /// Made when they are needed: looking up functions takes time.
  private static final class Held {

    private static final Optional<LinuxCalls> CALLS = make();

    private static Optional<LinuxCalls> make() {
      try {
        return System.getProperty("os.name").equals("Linux")
            ? Optional.of(new LinuxCalls())
            : Optional.empty();
      } catch (NoSuchElementException e) {
        return Optional.empty();
      }
    }
  }

  private interface Invocation {
    long of(Arena arena, MemorySegment state) throws Throwable;
  }

  /// @return what the call gives, or the negative error number
  private static long invoke(Invocation invocation) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      long result = invocation.of(arena, state);
      return result < 0 ? -(int) ERROR_NUMBER.get(state, 0L) : result;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the system cannot throw this", e);
    }
  }

  /// The access control list of a file as the system has it; empty where it has none.
  Optional<byte[]> accessControlList(Path file) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment value = outer.allocate(1 << 16);
      long count =
          invoke(
              (arena, state) ->
                  (long)
                      getAttribute.invokeExact(
                          state,
                          nativePath(arena, file),
                          arena.allocateFrom(ACCESS_CONTROL_LIST),
                          value,
                          value.byteSize()));
      return count > 0
          ? Optional.of(value.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE))
          : Optional.empty();
    }
  }

  /// Gives a file an access control list.
  ///
  /// @throws IOException if the system does not take it
  void setAccessControlList(Path file, byte[] list) throws IOException {
    long result =
        invoke(
            (arena, state) ->
                (int)
                    setAttribute.invokeExact(
                        state,
                        nativePath(arena, file),
                        arena.allocateFrom(ACCESS_CONTROL_LIST),
                        arena.allocateFrom(ValueLayout.JAVA_BYTE, list),
                        (long) list.length,
                        0));
    if (result != 0) {
      throw new IOException("the access control list was not taken");
    }
  }

  /// The restrictions of a file or folder that the system itself knows; none where it does not
  /// tell.
  Set<Restriction> restrictions(Path path) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment found = outer.allocate(STATX_BYTES, Long.BYTES);
      long result =
          invoke(
              (arena, state) ->
                  (int)
                      statx.invokeExact(
                          state, CURRENT_FOLDER, nativePath(arena, path), 0, 0, found));
      Set<Restriction> restrictions = EnumSet.noneOf(Restriction.class);
      if (result == 0) {
        long attributes = found.get(ValueLayout.JAVA_LONG, STATX_ATTRIBUTES);
        STATX_BITS.forEach(
            (restriction, bit) -> {
              if ((attributes & bit) != 0) {
                restrictions.add(restriction);
              }
            });
      }
      return restrictions;
    }
  }

  /// Swaps two names in one step.
  ///
  /// @return false where the file system cannot do that
  /// @throws IOException if it can and does not
  boolean exchange(Path one, Path other) throws IOException {
    return rename(one, other, EXCHANGE);
  }

  /// Gives a file a name that must be free, in one step.
  ///
  /// @return false where the file system cannot do that
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  /// @throws IOException if it can and does not
  boolean renameToFree(Path from, Path to) throws IOException {
    return rename(from, to, NO_REPLACE);
  }

  private boolean rename(Path from, Path to, int flags) throws IOException {
    long result =
        invoke(
            (arena, state) ->
                (int)
                    rename.invokeExact(
                        state,
                        CURRENT_FOLDER,
                        nativePath(arena, from),
                        CURRENT_FOLDER,
                        nativePath(arena, to),
                        flags));
    return switch ((int) -result) {
      case 0 -> true;
      case INVALID_ARGUMENT, NO_SUCH_CALL, NOT_SUPPORTED -> false;
      case NOT_THERE -> throw new NoSuchFileException(to.toString());
      case IS_THERE -> throw new FileAlreadyExistsException(to.toString());
      case NO_PERMISSION -> throw failed(to, "the system does not allow it");
      case BUSY -> throw failed(to, "it is in use by the system");
      default -> throw failed(to, "renaming failed with error %d".formatted(-result));
    };
  }

  private static FileSystemException failed(Path path, String why) {
    return new FileSystemException(path.toString(), null, why);
  }

  /// Drops a range of a file from the system's memory where it is written already. Like everything
  /// that closes a file, this gives back all locks that the program has on it.
  void dropCached(Path file, long byteOffset, long byteCount) {
    long descriptor =
        invoke(
            (arena, state) ->
                (int) open.invokeExact(state, nativePath(arena, file), READ_ONLY_CLOSE_ON_EXEC));
    if (descriptor < 0) {
      return;
    }
    invoke(
        (_, state) ->
            (int) advise.invokeExact(state, (int) descriptor, byteOffset, byteCount, DO_NOT_NEED));
    invoke((_, state) -> (int) close.invokeExact(state, (int) descriptor));
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
