package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.remote.HttpFailure.NotThereException;
import io.github.tensorloupe.remote.RemoteTree.Entry;
import io.github.tensorloupe.remote.Transport.Part;
import io.github.tensorloupe.remote.Transport.RequestContext;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import java.lang.ref.SoftReference;
import java.nio.file.spi.FileSystemProvider;

/// A read-only file system of the files at one address, listed once on first access. Thread-safe;
/// blocks the calling thread.
public final class RemoteFileSystem extends SourceFileSystem {

  /// The state of a file when it was opened.
  ///
  /// @param first the first range of the file, because some commands open a file repeatedly
  private record OpenedState(FileStamp stamp, SoftReference<Part> first) {}

  /// The number of bytes first requested from a single file. Contains most headers.
  static final int FIRST_BYTES = 512 << 10;

  /// The minimum total number of bytes first requested from the files of a set, which usually have
  /// short headers.
  private static final int SET_BYTES = 3 << 19;

  private static final int SHORT_HEADER_BYTES = 4 << 10;

  /// The modification time of all files, because the times of servers are unreliable.
  static final FileTime UNKNOWN_TIME = FileTime.fromMillis(0);

  final RemoteAccess access;
  final Address address;
  private final Traffic traffic = new Traffic();
  final FetchBudget budget;
  private final String server;
  private final RemotePath start;
  private final RemoteProvider provider = new RemoteProvider();
  private final Map<RemotePath, OpenedState> openedStates = new ConcurrentHashMap<>();

  /// The failures to read small text files.
  private final Map<RemotePath, IOException> failures = new ConcurrentHashMap<>();

  /// Checksums of fetched ranges, by state of the file.
  private final Map<FileStamp, Map<ByteRange, Integer>> checksums = new ConcurrentHashMap<>();

  /// The length of the shortest header of the set, used as an estimate for the other headers.
  private final AtomicLong shortestHeader = new AtomicLong(Long.MAX_VALUE);

  private RemoteTree tree;
  private IOException failure;

  RemoteFileSystem(RemoteAccess access, Address address, FetchBudget.Consent consent) {
    this.access = access;
    this.address = address;
    URI uri = address instanceof Address.Web(URI web) ? web : access.settings.endpoint();
    this.start =
        switch (address) {
          case Address.Hub hub -> hubFolder(hub).resolve(hub.file());
          case Address.Web _ ->
              new RemotePath(this, uri.getScheme() + "://" + uri.getRawAuthority() + "/", List.of())
                  .resolve(uri.getPath())
                  .normalize();
        };
    this.server = Origin.of(uri).toString();
    this.budget = new FetchBudget(server, consent);
  }

  private RemotePath hubFolder(Address.Hub hub) {
    return new RemotePath(this, Address.HUB_PREFIX, List.of())
        .resolve(hub.folder().substring(Address.HUB_PREFIX.length()));
  }

  /// Returns true if the address is a repository instead of a file in one.
  public boolean isRepository() {
    return address instanceof Address.Hub hub && hub.file().isEmpty();
  }

  /// Returns the path of the address itself.
  public Path start() {
    return start;
  }

  boolean hasQuery() {
    return address instanceof Address.Web(URI uri) && uri.getRawQuery() != null;
  }

  public Traffic traffic() {
    return traffic;
  }

  /// Returns a modifiable map of checksums by fetched range, for one state of a file.
  Map<ByteRange, Integer> checksums(FileStamp state) {
    return checksums.computeIfAbsent(state, _ -> new ConcurrentHashMap<>());
  }

  /// Returns the server of the address, for display.
  public String server() {
    return server;
  }

  /// Returns the listing, requesting it once. Later calls throw the same exception after a failure.
  synchronized RemoteTree tree() throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (tree == null) {
      try {
        tree =
            switch (address) {
              case Address.Hub hub -> hubTree(hub);
              case Address.Web web -> new RemoteTree.Web(web, start);
            };
      } catch (IOException e) {
        // An interrupted request is not a failure of the server.
        failure = e instanceof InterruptedIOException ? null : e;
        throw e;
      }
    }
    return tree;
  }

  private RemoteTree hubTree(Address.Hub hub) throws IOException {
    RequestContext context = new RequestContext(Cancellation.ofThread(), traffic);
    try {
      return new HubTree(hub, hubFolder(hub), access.transport, context);
    } catch (NotThereException e) {
      if (hub.file().isEmpty()) {
        throw e;
      }
      // Some mirrors do not support listings.
      return new RemoteTree.Web(new Address.Web(hub.resolved(access.settings.endpoint())), start);
    }
  }

  /// Returns the stamp of a file, which has a file key once the file has been opened, or empty if
  /// the file does not exist.
  ///
  /// @param file an absolute, normalized path
  Optional<FileStamp> stamp(RemotePath file) throws IOException {
    Optional<Entry> entry = tree().file(file);
    return Optional.ofNullable(openedStates.get(file))
        .map(OpenedState::stamp)
        .or(() -> entry.map(listed -> stamp(Optional.empty(), listed.byteLength().orElse(0))));
  }

  static FileStamp stamp(Optional<Object> key, long byteLength) {
    return new FileStamp(key, byteLength, UNKNOWN_TIME);
  }

  @Override
  public ByteSource open(Path path) throws IOException {
    RemotePath file = RemotePath.absolute(path);
    RemoteFile opened = open(file, firstBytes(file), false);
    if (CheckpointFinder.hasSafetensorsName(file)) {
      shortestHeader.accumulateAndGet(opened.headerEnd(), Math::min);
    }
    return opened;
  }

  /// Opens a file for downloading it completely. Requires no further consent, and does not use the
  /// disk cache.
  ///
  /// @throws FileChangedException if the file has changed since it was opened for reading
  /// @throws IOException if the file does not exist or cannot be read
  public static RemoteFile openToCopy(Path path) throws IOException {
    RemotePath file = RemotePath.absolute(path);
    return file.getFileSystem().open(file, 1, true);
  }

  /// Fetches a whole file from a server without partial downloads. Requires no further consent.
  ///
  /// @param onLength receives the length in bytes before the content, or 0 if it is unknown
  /// @param onPiece receives the content; called on another thread
  /// @return the SHA-256 hashes that the server reports
  public static List<String> copyWhole(
      Path path, IoConsumer<Long> onLength, IoConsumer<byte[]> onPiece) throws IOException {
    RemotePath file = RemotePath.absolute(path);
    RemoteFileSystem system = file.getFileSystem();
    RequestContext context = new RequestContext(Cancellation.ofThread(), system.traffic);
    URI address = system.tree().address(file);
    return system.access.transport.whole(address, onLength, onPiece, context);
  }

  /// Opens a file with one request, or with none if its first bytes are cached.
  ///
  /// @param file an absolute, normalized path
  RemoteFile open(RemotePath file, int firstBytes, boolean isCopied) throws IOException {
    Optional<Entry> entry = tree().file(file);
    if (entry.isEmpty()) {
      if (tree().children(file).isPresent()) {
        throw new FileSystemException(file.toString(), null, "it is a folder");
      }
      throw new NoSuchFileException(file.toString());
    }
    OpenedState previous = openedStates.get(file);
    // A download must begin with the current state.
    Part known = previous == null || isCopied ? null : previous.first().get();
    Part first = known == null ? first(file, entry.get(), firstBytes, isCopied) : known;
    RemoteFile opened = new RemoteFile(this, file, entry.get(), first, isCopied);
    if (!isCopied) {
      openedStates.put(file, new OpenedState(opened.stamp(), new SoftReference<>(first)));
    } else if (previous != null && !previous.stamp().equals(opened.stamp())) {
      throw FileChangedException.onServer(file);
    }
    return opened;
  }

  private Part first(RemotePath file, Entry entry, int firstBytes, boolean isCopied)
      throws IOException {
    IOException earlier = failures.get(file);
    if (earlier != null && !isCopied) {
      throw earlier;
    }
    // Servers may not support ranges for small text files.
    int atOnce = entry.isSmallText() ? Math.max(firstBytes, FIRST_BYTES) : firstBytes;
    long byteCount = Math.min(atOnce, entry.byteLength().orElse(atOnce));
    if (byteCount == 0) {
      return new Part(new byte[0], 0, "", List.of());
    }
    if (!isCopied) {
      budget.consume(byteCount, byteCount);
    }
    RequestContext context = new RequestContext(Cancellation.ofThread(), traffic);
    try {
      return access.transport.range(
          tree().address(file), new ByteRange(0, byteCount), entry.isSmallText(), context);
    } catch (InterruptedIOException e) {
      // An interrupted request is not a failure of the server.
      throw e;
    } catch (IOException e) {
      // Each of many models requests the same configuration, and a failure may take half a minute.
      if (entry.isSmallText()) {
        failures.put(file, e);
      }
      throw e;
    }
  }

  private int firstBytes(RemotePath file) throws IOException {
    if (!CheckpointFinder.hasSafetensorsName(file) || file.equals(start)) {
      return FIRST_BYTES;
    }
    long count =
        tree().children(file.getParent()).orElse(Set.of()).stream()
            .filter(CheckpointFinder::hasSafetensorsName)
            // More files would not change the result.
            .limit(SET_BYTES / SHORT_HEADER_BYTES)
            .count();
    if (count == 1) {
      return FIRST_BYTES;
    }
    long share = Math.max(SHORT_HEADER_BYTES, SET_BYTES / Math.max(1, count));
    // The headers of a set have similar lengths.
    long known = shortestHeader.get() == Long.MAX_VALUE ? 0 : shortestHeader.get();
    return (int) Math.min(2 * FIRST_BYTES, known + share);
  }

  @Override
  public void requireConsent(long byteCount) throws IOException {
    budget.consume(byteCount, 0);
  }

  @Override
  public boolean listsFolders() {
    return address instanceof Address.Hub;
  }

  @Override
  public int maxParallelReads() {
    return Transport.MAX_CONCURRENT;
  }

  /// Returns the path in a new file system, which lists the files again and requests the new
  /// consent.
  Path refreshed(Path path, FetchBudget.Consent newConsent) {
    RemoteFileSystem copy = new RemoteFileSystem(access, address, newConsent);
    Path root = path.getRoot();
    return RemotePath.of(copy.start).getRoot().resolve(root.relativize(path).toString());
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  /// Not supported: the file system is released with its last open file.
  @Override
  public void close() {
    throw new UnsupportedOperationException("it ends with the last file that is open");
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public String getSeparator() {
    return RemotePath.SEPARATOR;
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(start.getRoot());
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    String text = Stream.concat(Stream.of(first), Stream.of(more)).collect(Collectors.joining("/"));
    return new RemotePath(this, "", List.of()).resolve(text);
  }

  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    throw new UnsupportedOperationException(syntaxAndPattern);
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException("files on a server have no owner");
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException("a server does not report changes");
  }
}
