package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.save.FileOperations.Restriction;

/// Linux system calls that the JDK does not provide. See section 2 of the manual. Tests override
/// them to inject faults. Thread-safe.
class LinuxCalls {

  /// The extended attribute of an access control list, see `acl(5)`. The group permissions of a
  /// file with a list are the mask of the list, so copying only the permissions would grant the
  /// group access that the list denies.
  private static final String ACCESS_CONTROL_LIST = "system.posix_acl_access";

  private static final int CURRENT_FOLDER = -100;
  private static final int NO_REPLACE = 1;
  private static final int EXCHANGE = 2;
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int HANDLE_ONLY = 0x200000;
  private static final int NEW_TO_READ_AND_WRITE = 0x40 | 0x80 | 0x2;
  private static final int READ_AND_WRITE = 0x2;
  private static final int DO_NOT_NEED = 4;

  /// `F_OFD_GETLK`, `F_OFD_SETLK`, and the size of `struct flock` in bytes, which begins with a
  /// 2-byte type.
  private static final int GET_LOCK = 36;

  private static final int SET_LOCK = 37;
  private static final int LOCK_BYTES = 32;
  private static final long MAX_PATH_BYTES = 4096;
  private static final short SHARED = 0;
  private static final short EXCLUSIVE = 1;

  // Error numbers, see errno(3).
  private static final int NO_PERMISSION = 1;
  private static final int NOT_THERE = 2;
  private static final int TRY_AGAIN = 11;
  private static final int ACCESS_DENIED = 13;
  private static final int BUSY = 16;
  private static final int IS_THERE = 17;
  private static final int INVALID_ARGUMENT = 22;
  private static final int NO_SUCH_CALL = 38;
  private static final int NO_DATA = 61;
  private static final int NOT_SUPPORTED = 95;

  /// `O_NOFOLLOW`, whose value depends on the processor architecture.
  private static final int NO_FOLLOW =
      System.getProperty("os.arch", "").matches("(aarch64|arm|ppc).*") ? 0x8000 : 0x20000;

  /// The folder of this process's open files, which some containers do not mount.
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /// The size of `struct statx` and the offset of `stx_attributes`, in bytes.
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

  /// A function with six arguments in registers. A call passes all arguments as 64-bit integers, so
  /// that all functions are linked once, because each linked combination of types takes 10 ms or
  /// more. The called function reads as many arguments, and as many bits of each, as it has.
  private static final FunctionDescriptor SIX_NUMBERS =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG,
          Collections.nCopies(6, ValueLayout.JAVA_LONG).toArray(MemoryLayout[]::new));

  /// Empty if the system is not Linux or its C library lacks one of the functions.
  static final Optional<LinuxCalls> OF_THIS_SYSTEM = make();

  private final MemorySegment getAttribute = function("getxattr");
  private final MemorySegment setAttribute = function("setxattr");
  private final MemorySegment removeAttribute = function("removexattr");
  private final MemorySegment listAttributes = function("listxattr");
  private final MemorySegment statx = function("statx");
  private final MemorySegment rename = function("renameat2");
  private final MemorySegment open = function("open");
  private final MemorySegment advise = function("posix_fadvise");
  private final MemorySegment close = function("close");
  private final MemorySegment readLink = function("readlinkat");
  private final MemorySegment control = function("fcntl");

  /// Calls the function at an address, or null before the first call. Two threads may link it at
  /// the same time.
  private MethodHandle linked;

  LinuxCalls() {}

  private static Optional<LinuxCalls> make() {
    try {
      return System.getProperty("os.name").equals("Linux")
              && ValueLayout.ADDRESS.byteSize() == Long.BYTES
              && Files.isDirectory(OPEN_FILES)
          ? Optional.of(new LinuxCalls())
          : Optional.empty();
    } catch (NoSuchElementException e) {
      return Optional.empty();
    }
  }

  /// @throws NoSuchElementException if the C library lacks the function
  private static MemorySegment function(String name) {
    return Linker.nativeLinker().defaultLookup().findOrThrow(name);
  }

  // The start script allows native calls.
  @SuppressWarnings("restricted")
  private MethodHandle linked() {
    MethodHandle handle = linked;
    if (handle == null) {
      handle =
          Linker.nativeLinker()
              .downcallHandle(SIX_NUMBERS, Linker.Option.captureCallState("errno"));
      linked = handle;
    }
    return handle;
  }

  /// Calls a function. Paths, texts and byte arrays become native memory during the call.
  ///
  /// @return the result of the call, which is below 2³¹ for all functions, or the negated error
  ///   number
  private int call(MemorySegment function, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      long[] all = new long[6];
      for (int i = 0; i < arguments.length; i++) {
        all[i] =
            switch (arguments[i]) {
              case Path path -> nativePath(arena, path).address();
              case String text -> arena.allocateFrom(text).address();
              case byte[] bytes -> arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes).address();
              case MemorySegment memory -> memory.address();
              case Number number -> number.longValue();
              default -> throw new IllegalArgumentException(arguments[i].toString());
            };
      }
      long result =
          (long)
              linked().invokeExact(function, state, all[0], all[1], all[2], all[3], all[4], all[5]);
      return (int) result < 0 ? -(int) ERROR_NUMBER.get(state, 0L) : (int) result;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the system cannot throw this", e);
    }
  }

  /// Returns the access control list of a file in the format of the kernel, or empty if it has
  /// none.
  Optional<byte[]> accessControlList(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(1 << 16);
      int count = call(getAttribute, file, ACCESS_CONTROL_LIST, value, value.byteSize());
      if (count > 0) {
        return Optional.of(value.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
      }
      return switch (-count) {
        case 0, NO_DATA, NO_SUCH_CALL, NOT_SUPPORTED -> Optional.empty();
        default -> throw failure(file, -count);
      };
    }
  }

  /// Sets the access control list of a file. Returns false if that fails.
  boolean setAccessControlList(Path file, byte[] list) {
    return call(setAttribute, file, ACCESS_CONTROL_LIST, list, (long) list.length, 0) == 0;
  }

  void removeAccessControlList(Path file) {
    call(removeAttribute, file, ACCESS_CONTROL_LIST);
  }

  /// Returns the names of the extended attributes of a file, or an empty list if it has none or
  /// they cannot be read.
  List<String> attributeNames(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment names = arena.allocate(1 << 16);
      int count = Math.max(0, call(listAttributes, file, names, names.byteSize()));
      byte[] bytes = names.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
      return Pattern.compile("\0")
          .splitAsStream(new String(bytes, StandardCharsets.UTF_8))
          .filter(name -> !name.isEmpty())
          .toList();
    }
  }

  Set<Restriction> restrictions(Path path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(STATX_BYTES, Long.BYTES);
      boolean isSupported = call(statx, CURRENT_FOLDER, path, 0, 0, status) == 0;
      long attributes = isSupported ? status.get(ValueLayout.JAVA_LONG, STATX_ATTRIBUTES) : 0;
      return STATX_BITS.entrySet().stream()
          .filter(bit -> (attributes & bit.getValue()) != 0)
          .map(Map.Entry::getKey)
          .collect(Collectors.toSet());
    }
  }

  /// Swaps the names of two files. Returns false if the file system does not support this.
  boolean exchange(Path one, Path other) throws IOException {
    return rename(one, other, EXCHANGE);
  }

  /// Renames a file unless the new name exists. Returns false if the file system does not support
  /// this.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the new name exists
  boolean renameNoReplace(Path from, Path to) throws IOException {
    return rename(from, to, NO_REPLACE);
  }

  private boolean rename(Path from, Path to, int flags) throws IOException {
    int result = call(rename, CURRENT_FOLDER, from, CURRENT_FOLDER, to, flags);
    return switch (-result) {
      case 0 -> true;
      case INVALID_ARGUMENT, NO_SUCH_CALL, NOT_SUPPORTED -> false;
      // The error number does not reveal which file is missing.
      case NOT_THERE ->
          throw failure(Files.exists(from, LinkOption.NOFOLLOW_LINKS) ? to : from, NOT_THERE);
      default -> throw failure(to, -result);
    };
  }

  private static FileSystemException failure(Path path, int errorNumber) {
    String name = path.toString();
    return switch (errorNumber) {
      case NOT_THERE -> new NoSuchFileException(name);
      case IS_THERE -> new FileAlreadyExistsException(name);
      case ACCESS_DENIED -> new AccessDeniedException(name);
      case NO_PERMISSION -> new FileSystemException(name, null, "the system does not allow it");
      case BUSY -> new FileSystemException(name, null, "it is in use by the system");
      default -> new FileSystemException(name, null, "the system reports error " + errorNumber);
    };
  }

  /// Opens a handle of a file or folder without following a final link. A handle only provides
  /// access to attributes, and closing it does not release locks of the file.
  ///
  /// @return a path that leads to the file independent of its names, until closed by [#close(Path)]
  Path openHandle(Path file) throws IOException {
    return open(file, HANDLE_ONLY | NO_FOLLOW | CLOSE_ON_EXEC, 0);
  }

  /// Creates a file and opens a handle of it.
  ///
  /// @param permissions the permissions, reduced by the file mode creation mask
  /// @throws java.nio.file.FileAlreadyExistsException if the path exists, also as a link
  Path create(Path file, int permissions) throws IOException {
    Path open = open(file, NEW_TO_READ_AND_WRITE | CLOSE_ON_EXEC, permissions);
    try {
      return open(open, HANDLE_ONLY | CLOSE_ON_EXEC, 0);
    } catch (FileSystemException e) {
      if (Files.isSameFile(file, open)) {
        Files.delete(file);
      }
      throw new FileSystemException(file.toString(), null, e.getReason());
    } finally {
      close(open);
    }
  }

  private Path open(Path file, int flags, int permissions) throws IOException {
    int descriptor = call(open, file, flags, permissions);
    if (descriptor < 0) {
      throw failure(file, -descriptor);
    }
    return OPEN_FILES.resolve(Integer.toString(descriptor));
  }

  /// Returns true if the path is a handle. Handles are not links, although `lstat` reports them as
  /// links.
  static boolean isHandle(Path path) {
    return path != null && OPEN_FILES.equals(path.getParent());
  }

  void close(Path handle) {
    call(close, descriptor(handle));
  }

  /// @param link a handle of the link
  Path readLink(Path link) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(MAX_PATH_BYTES);
      int count = call(readLink, descriptor(link), "", target, MAX_PATH_BYTES);
      if (count < 0) {
        throw failure(link, -count);
      }
      return PathBytes.path(target.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
    }
  }

  /// Opens the file of a handle for [#dropCached], [#tryLock] and [#hasSharedLock].
  ///
  /// @return a handle, which must be closed by [#close(Path)]
  Path reopen(Path handle, boolean isWritten) throws IOException {
    return open(handle, (isWritten ? READ_AND_WRITE : 0) | CLOSE_ON_EXEC, 0);
  }

  /// @param open a handle returned by [#reopen]
  void dropCached(Path open, long byteOffset, long byteCount) {
    call(advise, descriptor(open), byteOffset, byteCount, DO_NOT_NEED);
  }

  /// Locks a whole file until the handle is closed. Unlike a JDK lock, the lock is not released
  /// when the program closes another descriptor of the file.
  ///
  /// @param open a handle returned by [#reopen]; for an exclusive lock, opened for writing
  /// @return true if the file is now locked, false if a conflicting lock exists, or empty if the
  ///   system does not support such locks
  Optional<Boolean> tryLock(Path open, boolean isShared) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lock = arena.allocate(LOCK_BYTES, Long.BYTES);
      lock.set(ValueLayout.JAVA_SHORT, 0, isShared ? SHARED : EXCLUSIVE);
      return switch (-call(control, descriptor(open), SET_LOCK, lock)) {
        case 0 -> Optional.of(true);
        case TRY_AGAIN, ACCESS_DENIED -> Optional.of(false);
        default -> Optional.empty();
      };
    }
  }

  /// Returns true if a program holds a shared lock of a part of the file, so that no program can
  /// hold an exclusive lock of the whole file.
  boolean hasSharedLock(Path open) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lock = arena.allocate(LOCK_BYTES, Long.BYTES);
      lock.set(ValueLayout.JAVA_SHORT, 0, EXCLUSIVE);
      return call(control, descriptor(open), GET_LOCK, lock) == 0
          && lock.get(ValueLayout.JAVA_SHORT, 0) == SHARED;
    }
  }

  private static int descriptor(Path handle) {
    return Integer.parseInt(handle.getFileName().toString());
  }

  /// Returns a path as a C string, without a final slash, which would cause a link to be followed.
  private static MemorySegment nativePath(Arena arena, Path file) {
    byte[] bytes = PathBytes.of(file);
    return arena.allocateFrom(ValueLayout.JAVA_BYTE, Arrays.copyOf(bytes, bytes.length + 1));
  }
}
